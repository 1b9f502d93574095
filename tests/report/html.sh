#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --format=html: a page of each verdict, which is whole, needs nothing else, and
# holds what the report says; nothing of the program's becomes part of it.
. "$(dirname "$0")/frame"
write_correct ok.c
write_wrong wrong.c
write_endless endless.c
cp "$root"/tests/programs/{deadlock_abba,race_write_write,use_after_free}.c .
cp "$root"/tests/programs/{unsupported_fork,await_disabled_again}.c .

# page NAME STATUS OPTION...: checks, and keeps the page.
page() {
    local name=$1 status=$2
    shift 2
    run "$status" "$MAZURKA" check --format=html --output="$name.html" "$@"
    [ "$status" = 2 ] || silent
}
page ok 0 ok.c
page wrong 42 wrong.c
page all 42 --keep-going wrong.c
page limit 3 --max-executions=9 endless.c
page deadlock 42 deadlock_abba.c
page await 42 await_disabled_again.c
page race 42 race_write_write.c
page memory 42 use_after_free.c
page unsupported 2 unsupported_fork.c
page interleave 0 --plain=interleave race_write_write.c

# One name in the code, two objects.
cat >transfer.c <<'END'
#include <pthread.h>
#include <stdlib.h>
struct account {
    pthread_mutex_t m;
} *a, *b;
static void both(struct account *from, struct account *to)
{
    pthread_mutex_lock(&from->m);
    pthread_mutex_lock(&to->m);
    pthread_mutex_unlock(&to->m);
    pthread_mutex_unlock(&from->m);
}
static void *backwards(void *unused)
{
    both(b, a);
    return unused;
}
int main(void)
{
    pthread_t t;
    a = malloc(sizeof *a);
    b = malloc(sizeof *b);
    pthread_mutex_init(&a->m, 0);
    pthread_mutex_init(&b->m, 0);
    pthread_create(&t, 0, backwards, 0);
    both(a, b);
    pthread_join(t, 0);
}
END
page transfer 42 transfer.c

# A variable that was written past its end.
cat >past.c <<'END'
#include <pthread.h>
static int results[4], slot = 4;
static void *worker(void *i)
{
    results[*(int *)i] = 1;
    return i;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, &slot);
    pthread_join(t, 0);
}
END
page past 42 -fsanitize=address past.c
cp "$here"/list/{06_missing_unlock.c,08_relaxed_publish.cc} .
page ended 42 06_missing_unlock.c
page relaxed 42 08_relaxed_publish.cc
grep -q ' is relaxed (<a href="#e0s' relaxed.html ||
    failed 'the steps that a note names are no links'

# What a program may call its things, and say.
mkdir '<'
cat >'</script><script>alert(1)<!--.c' <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *add(void *unused)
{
    pthread_setname_np(pthread_self(), "<i id=\"x\">'&");
    x = 1; /* </code></script><script>alert("&amp;")</script> <!-- ' */
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    assert(!x && "</title></script><img src=x onerror=alert(1)>\x01\xff");
    pthread_join(t, 0);
}
END
page odd 42 -D_GNU_SOURCE ./'</script><script>alert(1)<!--.c'

python3 -ISB "$here/html.py" ./*.html >.out 2>.err || failed 'a page is broken'
# That is a check which sees something.
sed 's/<\/article>//' wrong.html >broken1.txt
sed "s/<main>/<main><img src=x>/" wrong.html >broken2.txt
sed 's/use strict/use  strict/' wrong.html >broken3.txt
sed 's/href="#/href="http:#/' deadlock.html >broken4.txt
for broken in broken?.txt; do
    ! python3 -ISB "$here/html.py" $broken >.out || failed "not seen: $broken"
done

cat >read.py <<'END'
import sys
sys.path.insert(0, sys.argv[1])
import html
text = {name: html.read(name + '.html').text for name in sys.argv[2:]}
boxes = {name: html.read(name + '.html').boxes for name in sys.argv[2:]}

def has(name, *phrases):
    for phrase in phrases:
        assert phrase in text[name], f'{name}: no {phrase!r}'

has('ok', 'No error: all executions were explored')
has('wrong', 'assertion failed: x == 2', 'wrong.c:21 in main', 'atomic store: '
    'x = 1 (was 0)', 'int old = x;', 'preemption: ', 'x = 1')
has('limit', 'stopped at a limit: max-executions')
has('deadlock', 'waits for b, held by main.2 since step ', 'waits for a, held '
    'by main.1', 'held by main.1', 'waits for the end of main.1')
has('await', 'waits until flag == 1 (now 0)')
has('race', 'data race on x', 'write of 4 bytes')
has('memory', 'allocated it', 'freed it', 'allocated at use_after_free.c:')
has('unsupported', 'something is not supported', 'fork')
has('past', 'results has 16 bytes', 'static int results[4], slot = 4;')
has('ended', 'held by main.2 since step 8 (it has ended)',
    'locked here, never unlocked:')
has('relaxed', 'no lock is held at either access',
    'ready is relaxed (step 6 and step 10): it orders nothing')
has('transfer', 'from->m', 'allocated at transfer.c:21',
    'allocated at transfer.c:22')
assert '<del>held' not in open('transfer.html').read()
has('odd', '"</title></script><img src=x onerror=alert(1)>',
    '<i id="x">\'&', '</code></script><script>alert("&amp;")</script> <!-- \'',
    '</script><script>alert(1)<!--.c')
# A box for each step, and one for the error.
import json
steps = json.load(open('wrong.json'))['errors'][0]['trace']
assert boxes['wrong'] == len(steps) + 1, (boxes, len(steps))
END
run 42 "$MAZURKA" check --format=json --output=wrong.json wrong.c
mkdir modules && cp "$here/html.py" modules/page.py
sed -i 's/import html$/import page as html/' read.py
python3 -SB read.py modules ok wrong transfer past ended relaxed limit deadlock await race memory \
    unsupported odd >.out 2>.err || failed 'something is not on a page'

# The same program, the same page.
cp race.html before.txt
page race 42 race_write_write.c
cmp -s race.html before.txt || failed 'another page for the same program'

# Thousands of turns of a loop are a page of some size.
cat >long.c <<'END'
#include <assert.h>
#include <stdatomic.h>
static atomic_int x;
int main(void)
{
    for (int i = 0; i < 5000; i++)
        (void)x;
    assert(x);
}
END
page long 42 long.c
[ "$(wc -c <long.html)" -lt 200000 ] || failed 'too long'
python3 -ISB "$here/html.py" long.html >.out || failed 'a page is broken'
nothing_left

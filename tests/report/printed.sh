#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What the program has written in the execution that is told, where it was.
. "$(dirname "$0")/frame"

cat >said.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>
static atomic_int n;
static void *add(void *name)
{
    int seen;

    printf("hello %s\n", (char *)name);
    seen = n;
    fprintf(stderr, "%s has seen %d\n", (char *)name, seen);
    n = seen + 1;
    write(1, "raw\n", 4);
    return NULL;
}
int main(void)
{
    pthread_t a, b;

    puts("begin\033[31m");
    pthread_create(&a, NULL, add, "a");
    pthread_create(&b, NULL, add, "b");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("n is %d", n); /* not flushed */
    assert(n == 2);
    return 0;
}
END
# Threads speak before their first step, too. In lanes, and in a table.
COLUMNS=100 run 42 "$MAZURKA" check said.c
in_order '       \| begin\?\[31m' ' +\| hello a' ' +\| hello b' \
    ' +[0-9]+ +load n is 0 .*' ' +\| b has seen 0' ' +-- preempted --' \
    ' +[0-9]+ +load n is 0 .*' ' +\| a has seen 0' \
    ' +[0-9]+ +store n = 1 .*' ' +\| raw' ' +[0-9]+ +store n = 1 .*' \
    ' +\| raw' ' +[0-9]+  load n is 1 .*' '       \| n is 1' \
    ' +[0-9]+  load n is 1 .*' ' +\*  error: .*'
grep -qx ' \{32,\}| hello a' .out || failed 'not in its lane'
run 42 "$MAZURKA" check -v said.c
in_order '       main    \| begin\?\[31m' '    1  main    pthread_create: .*' \
    '       main.1  \| hello a' '    2  main    pthread_create: .*' \
    '       main.2  \| hello b' '       main.2  \| b has seen 0' \
    '       main    \| n is 1' '    \*  main    error: .*'

# In the other formats; and however it is searched.
run 42 "$MAZURKA" check --format=json --output=said.json said.c
run 42 "$MAZURKA" check --format=json --output=forked.json --isolation=fork said.c
run 42 "$MAZURKA" check --format=json --output=jobs.json --jobs=2 said.c
python3 - <<'END' || failed 'JSON'
import json
want = [['main', 'begin\033[31m\n'], ['main.1', 'hello a\n'],
        ['main.2', 'hello b\n'], ['main.2', 'b has seen 0\n'],
        ['main.1', 'a has seen 0\n'], ['main.1', 'raw\n'], ['main.2', 'raw\n'],
        ['main', 'n is 1']]
for name in 'said', 'forked', 'jobs':
    error = json.load(open(name + '.json'))['errors'][0]
    assert [[p['thread_name'], p['text']] for p in error['printed']] == want
    steps = {s['step']: s for s in error['trace']}
    for part in error['printed'][3:]:
        assert steps[part['after']]['thread_name'] == part['thread_name']
END
python3 -ISB "$here/schema.py" "$root/docs/report.schema.json" said.json ||
    failed 'the schema'
run 0 "$MAZURKA" report --format=html --output=said.html said.json
grep -q '<samp>hello a' said.html || failed 'not on the page'

# With --expect-output it comes from there; -v aside, of much not all is told,
# and what is no text is none.
run 42 "$MAZURKA" check --expect-output=same said.c
line '       main.2  \| hello b' '       main.1  \| a has seen 0'
check 42 <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static void *much(void *unused)
{
    fwrite("\377\0\n", 1, 3, stdout);
    for (int i = 0; i < 20000; i++)
        printf("line %d\n", i);
    return unused;
}
int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, much, NULL);
    pthread_join(t, NULL);
    abort();
}
END
in_order '       main.1  \| \?\?' '       main.1  \| line 0' \
    ' {15}\| \.\.\. [0-9]+ more lines .*\(-v shows them\), and [0-9]+ bytes .*' \
    '       main.1  \| line 19992' '       main.1  \| line 19999' \
    '    \*  main .*'
[ "$(grep -ac ' main.1  |' .out)" -eq 12 ] || failed 'not twelve lines'
run 42 "$MAZURKA" check --format=json --output=much.json t.c
python3 - <<'END' || failed 'JSON of much'
import json
parts = json.load(open('much.json'))['errors'][0]['printed']
size = sum(len(p['text']) for p in parts)
assert 16384 < size <= 32768, size
assert sum(p.get('left_out', 0) for p in parts) + size == \
    3 + sum(len('line %d\n' % i) for i in range(20000))
assert parts[0]['text'].startswith('?\0\nline 0\n')
END

# Who looks at what the output is, is told without.
check 42 <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
static void *look(void *unused)
{
    struct stat status;

    fstat(1, &status);
    printf("it is told\n");
    assert(S_ISREG(status.st_mode));
    return unused;
}
int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, look, NULL);
    pthread_join(t, NULL);
    return 0;
}
END
line ' +\* +main.1 .*'
no_line '.*it is told.*'
nothing_left

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The critical step, of programs of which it is known by reasoning; and that
# nothing is claimed that was not explored.
. "$(dirname "$0")/frame"

export COLUMNS=10 # tables
told() {
    grep -E '<< .*critical$|critical is|without one,|could still be|every execution' .out
}

# Both have loaded: whichever stores first, one of the updates is lost.
cp "$here/list/01b_lost_update_atomic.c" lost.c
run 42 "$MAZURKA" check lost.c
in_order '.* main\.2 +atomic load: counter is 1 .*lost\.c:13 in worker  << preemption, critical' \
    '  critical is step 6: after it every way to go on ends in an error' \
    '    in an execution without one, main\.1 goes on there instead: atomic store: counter = 2 \(was 1\), lost\.c:14 in worker'
told >told
replays
told | diff told - >&2 || failed 'the replay has another one'
for way in --jobs=2 --isolation=fork --algorithm=source; do
    run 42 "$MAZURKA" check "$way" lost.c
    told | diff told - >&2 || failed "another one with $way"
done

# The second lock, of which each thread waits for the other's.
cp "$here/list/02_abba.c" abba.c
run 42 "$MAZURKA" check abba.c
line ' +4 .*lock: b +.*:19.*  << preemption, critical' \
    '    in an execution without one, main\.1 goes on there instead: pthread_mutex_lock: b, abba\.c:10 in one'

COLUMNS=100 run 42 "$MAZURKA" check abba.c
in_order ' +4 +lock b .*' ' +-- critical --'

# The producer has looked, before the consumer says that it waits.
cp "$here/list/03c_lost_wakeup_sem.c" wakeup.c
run 42 "$MAZURKA" check wakeup.c
line ' +5 .*load: waiting is 0 .*  << critical'

# In JSON, and it counts for nothing else.
counts() {
    run 42 "$MAZURKA" check --format=json --stats --count-traces \
        --output=c.json --critical="$1" lost.c
    python3 -ISB - <<'PY'
import json
report = json.load(open('c.json'))
critical = report['errors'][0].pop('critical', None)
del report['errors'][0]['trace'], report['replay'], report['seconds']
del report['max_rss_kb'], report['sources'], report['options']
stats = {key: value for key, value in report.pop('stats').items()
         if isinstance(value, int)}
print(report, stats)
if critical:
    instead = critical['instead']
    assert critical['kind'] == 'step' and critical['step'] == 6, critical
    assert instead['thread_name'] == 'main.1' and instead['line'] == 14, critical
    assert instead['choice'] is None and len(critical['text']) == 2, critical
else:
    print('none', file=open('none', 'w'))
PY
}
counts on >on
[ ! -e none ] || failed 'it is not in JSON'
counts off >off
[ -e none ] || failed '--critical=off has one'
diff on off >&2 || failed 'other figures'

# No order avoids it.
check 42 <<'PROGRAM'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *f(void *a) { x = 1; return a; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    x = 2;
    pthread_join(t, 0);
    assert(x == 3);
}
PROGRAM
line '  every execution ends in an error: no order of its threads avoids it'

# The choice alone matters; the first value tried fails, and so does the second.
check 42 <<'PROGRAM'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <mazurka.h>
static atomic_int x;
static void *f(void *a) { x = 1; return a; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    int c = mz_choose(3);
    x = 2;
    pthread_join(t, 0);
    assert(c != 1 && c != 2);
}
PROGRAM
line ' +2 .*choose: 1 .*  << critical' \
    '  critical is the choice of step 2: after it every way to go on ends in an error' \
    '    in an execution without one, main takes another choice there: choose: 0, t\.c:11 in main'

# A call that fails is one, too.
check 42 --fail=malloc <<'PROGRAM'
#include <stdlib.h>
int main(void)
{
    int *p = malloc(4);
    *p = 3;
    free(p);
}
PROGRAM
line ' +1  main  malloc fails \(ENOMEM\) .*  << critical'

# The destruction, beside who waits for its turn to lock. (Where races are looked
# for the other order is one.)
cat >t.c <<'PROGRAM'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *a)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_mutex_destroy(&m);
    pthread_join(t, 0);
}
PROGRAM
run 42 "$MAZURKA" check t.c
line '  every execution ends in an error: no order of its threads avoids it'
run 42 "$MAZURKA" check --plain=ignore t.c
line ' +2 .*destroy: m .*  << critical'

# The step that fails is itself the critical one: had the mutex been initialised
# before its turn came, it would not have failed.
check 42 --plain=ignore <<'PROGRAM'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *a)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_mutex_destroy(&m);
    pthread_mutex_init(&m, 0);
    pthread_join(t, 0);
}
PROGRAM
line '  critical is the step that fails: after it every way to go on ends in an error' \
    '    in an execution without one, main goes on there instead: pthread_mutex_init: m, t\.c:14 in main'

# A thread that waits in a loop has read what changes later: that it would read
# it again is explored elsewhere. The step behind which there is no way out is
# the load of y, and not the last one before which another way was tried. (Without
# -O2 it depends on what was on the stack whether its first round is like others.)
cat >loop.c <<'PROGRAM'
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int flag, y;
static sem_t s;
static void *f(void *a)
{
    sem_post(&s);
    while (!flag)
        ;
    y = 1;
    return a;
}
int main(void)
{
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, f, 0);
    sem_wait(&s);
    flag = 1;
    if (y == 0)
        exit(3);
    pthread_join(t, 0);
}
PROGRAM
for isolation in process fork; do
    run 42 "$MAZURKA" check -O2 --simplest=off --isolation=$isolation \
        loop.c
    line '  the error could still be avoided before step 4 \(whether later, too, was not explored\)'
    ! grep -qE 'critical is|<< critical' .out || failed "a claim with $isolation"
done

# The process could end before the other thread looks, which is explored as if it
# were slow to do so; and if nothing else can be done no execution must fail.
for what in 'x = 1;' ''; do
    check 42 <<PROGRAM
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *f(void *a)
{
    assert(x == 0 && ${what:+1 ||} a);
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    $what
}
PROGRAM
    ! grep -qE 'critical is|<< critical|every execution' .out ||
        failed 'a claim though the process may end'
done

# Whether a signal arrives is decided before the thread ends, at no step.
check 42 <<'PROGRAM'
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
static atomic_int x;
static void handler(int number) { x += number; }
static void *f(void *a) { x = 1; return a; }
int main(void)
{
    pthread_t t;
    signal(SIGUSR1, handler);
    pthread_create(&t, 0, f, 0);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, 0);
    assert(x != 1 + SIGUSR1);
}
PROGRAM
line '  the error could still be avoided before step 3 \(whether later, too, was not explored\)' \
    '    in an execution without one, main\.1 takes another choice there: thread exit'

# More executions than are run for it.
check 42 --critical=on <<'PROGRAM'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y[4], first;
static void *f(void *a)
{
    int zero = 0;
    atomic_compare_exchange_strong(&first, &zero, (int)(long)a);
    for (int i = 0; i < 8; i++)
        y[i % 4] += x++;
    return a;
}
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, f, (void *)(long)(i + 1));
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(first != 1);
}
PROGRAM
line '  the error could still be avoided before step 4 \(whether later, too, was not explored\)' \
    '    in an execution without one, main\.2 goes on there instead: atomic compare_exchange: first = 2 \(was 0\), .*'

# Each of several errors has its own; a data race has none.
check 42 -k -v <<'PROGRAM'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *f(void *a)
{
    int old = x;
    assert(old == 0);
    x = old + 1;
    return a;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, f, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
}
PROGRAM
line '.*: 2 different errors found: .*'
[ "$(grep -c '^  critical is step' .out)" -eq 2 ] || failed 'not one each'
cp "$here/list/09a_race_struct.c" race.c
run 42 "$MAZURKA" check race.c
! told || failed 'a claim of a data race'

# Nor where an order of steps does not say what is read.
cat >buffers.c <<'PROGRAM'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int a, b;
static void *f(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    b = atomic_load_explicit(&x, memory_order_relaxed);
    pthread_join(t, 0);
    assert(a || b);
}
PROGRAM
run 42 "$MAZURKA" check --memory-model=tso buffers.c
! told || failed 'a claim where memory is weak'
nothing_left

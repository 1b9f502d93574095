#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --private: which accesses are operations is known to a replay, and does not
# depend on who found out.
. "$(dirname "$0")/frame"

# The second thread uses `late` in some executions, not in the one that fails.
# In that the first thread's writes to it are steps of the schedule.
cat >late.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static long late, own;
static atomic_int begun;
static void *set(void *unused)
{
    own = late = 1;
    begun = 1;
    own = late = 2;
    begun = 2;
    own = late = 3;
    begun = 3;
    own = late = 4;
    begun = 4;
    return unused;
}
static void *look(void *unused)
{
    int b = begun;
    if (b == 4)
        late++;
    assert(b != 1);
    return unused;
}
int main(void)
{
    pthread_t setter, looker;
    pthread_create(&setter, NULL, set, NULL);
    pthread_create(&looker, NULL, look, NULL);
    pthread_join(setter, NULL);
    pthread_join(looker, NULL);
    return 0;
}
END
check="$MAZURKA check --plain=interleave"

for jobs in 1 2; do
    run 42 $check -v --jobs=$jobs --format=json --output=late.json late.c
    says 'again, with 2 places of memory that threads share'
    grep -q '"shared_shift": 3' late.json || failed 'the report tells no places'
    run 42 "$MAZURKA" replay late.json
    prints 'assertion failed: b != 1'
done

# As many traces as without, in fewer events; and interleavings for who counts
# these.
sed 's/assert(.*);//' late.c >safe.c
count() {
    run 0 $check --format=json "$@" safe.c
    grep -o "\"$field\": [0-9]*" .out
}
field=executions
[ "$(count)" = "$(count --private=off)" ] || failed 'other traces'
[ "$(count --algorithm=naive)" = \
    "$(count --algorithm=naive --private=off)" ] || failed 'not all are visible'
[ "$(count --algorithm=naive)" != \
    "$(count --algorithm=naive --private=on)" ] || failed 'all are visible'
field=events
[ "$(count)" != "$(count --private=off)" ] || failed 'all are events'

# More places than there is room for: they become larger.
cat >many.c <<'END'
#include <pthread.h>
static long all[20000];
static void *use(void *unused)
{
    for (int i = 0; i < COUNT; i++)
        all[i * STEP] = 1;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, use, NULL);
    use(NULL);
    pthread_join(t, NULL);
    return 0;
}
END
run 3 $check -v --max-executions=3 -DCOUNT=500 -DSTEP=2 many.c
says 'with 125 places of memory that threads share'

# Atomics that one thread alone uses are no events, either: their number does
# not depend on how often they are used. One that is awaited in a loop, before
# another thread has written it, makes no other memory shared.
cat >atomics.c <<'EOF'
#include <pthread.h>
#include <stdatomic.h>
static atomic_long own[2], begun;
static long plain[2];
static void *set(void *unused)
{
    for (int i = 0; i < N; i++) {
        long old = own[0]++;
        own[0] = ++plain[0];
        atomic_compare_exchange_strong(&own[0], &old, 7);
    }
    begun = 1;
    return unused;
}
static void *look(void *unused)
{
    while (!begun)
        ;
    for (int i = 0; i < N; i++)
        atomic_fetch_or(&own[1], ++plain[1]);
    return unused;
}
int main(void)
{
    pthread_t setter, looker;
    pthread_create(&looker, NULL, look, NULL);
    pthread_create(&setter, NULL, set, NULL);
    pthread_join(setter, NULL);
    pthread_join(looker, NULL);
    return 0;
}
EOF
count_atomics() {
    run 0 $check -v --format=json "$@" atomics.c
    grep -o "\"$field\": [0-9]*" .out
}
field=events
few=$(count_atomics -DN=3)
says 'with 1 places of memory that threads share'
[ "$few" = "$(count_atomics -DN=30)" ] || failed 'private atomics are events'
[ "$few" != "$(count_atomics -DN=3 --private=off)" ] || failed 'none are events'
field=executions
[ "$(count_atomics -DN=3)" = "$(count_atomics -DN=3 --private=off)" ] ||
    failed 'other traces of atomics'

# So are mutexes that one thread alone locks, and initialises. What another locks
# in some executions is found to be shared.
cat >mutexes.c <<'EOF'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static pthread_mutex_t own[2];
static atomic_long count;
static void *use(void *mine)
{
    pthread_mutex_t *block = malloc(sizeof *block);

    pthread_mutex_init(block, NULL);
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(mine);
        if (!pthread_mutex_trylock(block))
            pthread_mutex_unlock(block);
        pthread_mutex_unlock(mine);
    }
    pthread_mutex_destroy(block);
    free(block);
    if (count++ == LATE) {
        pthread_mutex_lock(&own[0]);
        count++;
        pthread_mutex_unlock(&own[0]);
    }
    return NULL;
}
int main(void)
{
    pthread_t threads[2];
    for (int t = 0; t < 2; t++)
        pthread_create(&threads[t], NULL, use, &own[t]);
    for (int t = 0; t < 2; t++)
        pthread_join(threads[t], NULL);
    return pthread_mutex_destroy(&own[0]);
}
EOF
count_mutexes() {
    run 0 $check -v --format=json "$@" mutexes.c
    grep -o "\"$field\": [0-9]*" .out
}
field=events
few=$(count_mutexes -DN=3 -DLATE=2)
says 'with 1 places of memory that threads share'
[ "$few" = "$(count_mutexes -DN=40 -DLATE=2)" ] ||
    failed 'private mutexes are events'
[ "$few" != "$(count_mutexes -DN=3 -DLATE=2 --private=off)" ] ||
    failed 'no mutexes are events'
field=executions
few=$(count_mutexes -DN=3 -DLATE=1)
says 'with 2 places of memory that threads share'
[ "$few" = "$(count_mutexes -DN=3 -DLATE=1 --private=off)" ] ||
    failed 'other traces of mutexes'

# A replay has those operations that the search had, also of memory that in this
# execution one thread alone uses.
cat >known.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static long x;
static atomic_int begun, c, d;
static void *set(void *unused)
{
    if (begun) {
        c = 1;
        d = 1;
    }
    x = 2;
    return unused;
}
static void *look(void *unused)
{
    x = 1;
    begun = 1;
    assert(!c || d);
    return unused;
}
int main(void)
{
    pthread_t setter, looker;
    pthread_create(&setter, NULL, set, NULL);
    pthread_create(&looker, NULL, look, NULL);
    pthread_join(setter, NULL);
    pthread_join(looker, NULL);
    return 0;
}
END
run 42 $check -v --format=json --output=known.json known.c
run 42 "$MAZURKA" replay known.json
prints 'assertion failed'

# A thread waits, without any operation, for what another will write to its
# stack: that is private until then, and this thread would never let it.
cat >own.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static _Atomic(volatile int *) told;
static void *wait_here(void *unused)
{
    volatile int go = 0;
    told = &go;
    while (!go)
        ;
    return unused;
}
int main(void)
{
    volatile int *place;
    pthread_t thread;
    pthread_create(&thread, NULL, wait_here, NULL);
    while (!(place = told))
        ;
    *place = 1;
    pthread_join(thread, NULL);
    return 0;
}
END
run 0 $check --watchdog=1 own.c
sed 's/\*place = 1;//' own.c >never.c
run 42 $check --watchdog=0.3 never.c

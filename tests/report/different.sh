#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --keep-going lists errors that differ in the place, or in who waits for what,
# though they are told in the same words; and each of them once.
. "$(dirname "$0")/frame"

# errors NUMBER: so many are listed, by each way to search; the text is left.
errors() {
    local way
    for way in --isolation=fork --jobs=2 --algorithm=source --isolation=process
    do
        run 42 "$MAZURKA" check --keep-going --max-events=200 "$way" t.c
        [ "$(grep -c '^[^ ]*: error: [^ ]*.*\]$' .out)" -eq "$1" ] ||
            failed "not $1 errors with $way"
    done
}

# Two deadlocks, each in several executions: between a and b, and b and c.
cat >t.c <<'END'
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER;
static void both(pthread_mutex_t *first, pthread_mutex_t *second)
{
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}
static void *upwards(void *unused)
{
    both(&a, &b);
    both(&b, &c);
    return unused;
}
static void *downwards(void *unused)
{
    both(&b, &a);
    both(&c, &b);
    return unused;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, upwards, 0);
    pthread_create(&u, 0, downwards, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
END
errors 2
in_order 't\.c:[0-9]+: error: deadlock: 2 threads wait for a mutex, .*' 'interleaving .*' \
    't\.c:[0-9]+: error: deadlock: 2 threads wait for a mutex, .*' \
    '  main\.1 waits for mutex b, held by main\.2' '    at t\.c:8 in both' \
    '  main\.2 waits for mutex a, held by main\.1' '    at t\.c:8 in both' \
    '  main waits for the end of main\.1' '    at t\.c:29 in main' \
    '  in execution [0-9]+'
run 42 "$MAZURKA" check --keep-going --format=json t.c
cp .out json
python3 -IS - <<'END' || failed 'the second deadlock does not say who waits'
import json
first, second = json.load(open('json'))['errors']
assert len(first['blocked']) == len(second['blocked']) == 3
waits = second['blocked'][0]
assert (waits['object'], waits['holder'], waits['line']) == ('b', 2, 8), waits
END

# The same thread waits for the same mutex, that it holds, at two places.
cat >t.c <<'END'
#include <mazurka.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void)
{
    pthread_mutex_lock(&m);
    if (mz_choose(2))
        pthread_mutex_lock(&m);
    else
        pthread_mutex_lock(&m);
    return 0;
}
END
errors 2

# The same words at two places: of a call, a signal, an assertion.
cat >t.c <<'END'
#include <assert.h>
#include <mazurka.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
int *volatile nowhere;
atomic_int *volatile nothing;
int main(void)
{
    switch (mz_choose(14)) {
    case 0: abort();
    case 1: abort();
    case 2: exit(1);
    case 3: exit(1);
    case 4: raise(SIGTERM);
    case 5: raise(SIGTERM);
    case 6: *nowhere = 1;
    case 7: *nowhere = 1;
    case 8: __builtin_trap();
    case 9: __builtin_trap();
    case 10: *nothing = 1;
    case 11: *nothing = 1;
    case 12: assert(nowhere);
    default: assert(nowhere);
    }
}
END
errors 14
for place in 11 12 13 14 15 16 17 18 19 20 21 22 23 24; do
    line "  thread main at t\.c:$place in main"
done

# The same later side, two earlier ones.
cat >t.c <<'END'
#include <mazurka.h>
#include <pthread.h>
static int x;
static void *store(void *unused)
{
    x = 1;
    return unused;
}
static void *store_elsewhere(void *unused)
{
    x = 1;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, mz_choose(2) ? store : store_elsewhere, 0);
    x = 2;
    pthread_join(t, 0);
    return 0;
}
END
errors 2

# Two loops of one thread, each entered after different steps of others.
cat >t.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static void *spin(void *unused)
{
    y = 1;
    if (y == 1)
        while (!x)
            ;
    else
        while (!x)
            ;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, spin, 0);
    y = 2;
    pthread_join(t, 0);
    return 0;
}
END
errors 2

# What several threads do at one place is one error.
cat >t.c <<'END'
#include <pthread.h>
static int x[3];
static void *store(void *unused)
{
    for (int i = 0; i < 3; i++)
        x[i] = 1;
    return unused;
}
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, store, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
END
errors 1
nothing_left

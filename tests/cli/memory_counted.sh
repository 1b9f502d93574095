#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --memory-model: loops that count their rounds come to an end, and what is behind
# the last of these is found, though memory holds something else by then.
. "$(dirname "$0")/frame"
write_pairs

# The argument says which; a second one that it is to be broken.
cat >counts.c <<'END'
#include "pairs.h"
#include <sched.h>

static atomic_int x, y;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int data, broken;

/* ---- a flag, and a thread that does not wait for ever ---- */
static void *sets(void *p)
{
    data = 1;
    STORE(x, 1, REL);
    return p;
}
static void *yields(void *p)
{
    for (int i = 0; i < 1000; i++, sched_yield())
        if (broken ? LOAD(x, RLX) : LOAD(x, ACQ)) {
            assert(data == 1);
            break;
        }
    return p;
}
/* ---- y says that it was given up, though x was set: what it reads is not what
 * memory holds ---- */
static void *tells(void *p)
{
    STORE(x, 1, RLX);
    assert(!broken || !LOAD(y, RLX));
    return p;
}
static void *gives_up(void *p)
{
    for (int i = 0; i < 2000; i++)
        if (LOAD(x, RLX))
            return p;
    STORE(y, 1, RLX);
    return p;
}
/* ---- a lock that yields after each 40 tries ---- */
static void *tries(void *p)
{
    for (unsigned k = 1;; k++) {
        int zero = 0;
        if (atomic_compare_exchange_strong_explicit(&x, &zero, 1, ACQ, RLX))
            break;
        if (k % 40 == 0)
            sched_yield();
    }
    data++;
    if (broken)
        STORE(x, 0, RLX);
    else
        STORE(x, 0, REL);
    return p;
}
static void *exchanges(void *p)
{
    for (unsigned k = 1; atomic_exchange_explicit(&x, 1, ACQ); k++)
        if (k % 40 == 0)
            sched_yield();
    data++;
    if (broken)
        STORE(x, 0, RLX);
    else
        STORE(x, 0, REL);
    return p;
}
/* ---- the same by a mutex ---- */
static void *trylocks(void *p)
{
    int i = 0;
    while (i < 2000 && pthread_mutex_trylock(&mutex))
        i++;
    if (i < 2000) {
        data++;
        pthread_mutex_unlock(&mutex);
    } else {
        assert(!broken);
    }
    return p;
}
static void *locks(void *p)
{
    pthread_mutex_lock(&mutex);
    data++;
    pthread_mutex_unlock(&mutex);
    return p;
}
/* ---- two places are looked at ---- */
static void *takes(void *p)
{
    unsigned rounds = 0;
    while (LOAD(y, RLX) == (broken ? LOAD(x, RLX) : LOAD(x, ACQ)))
        if (++rounds % 64 == 0)
            sched_yield();
    assert(data == 1);
    return p;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void *(*one)(void *), *(*other)(void *);
    } all[] = {
        {"flag", sets, yields},     {"stale", tells, gives_up},
        {"cas", tries, tries},      {"exchange", exchanges, exchanges},
        {"trylock", locks, trylocks}, {"two", sets, takes},
    };
    int i = 0;
    pthread_t one, other;

    broken = argc > 2;
    while (strcmp(all[i].name, argv[1]))
        i++;
    pthread_create(&one, NULL, all[i].one, NULL);
    pthread_create(&other, NULL, all[i].other, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
END
"$MAZURKA" cc -O2 -g -pthread -o counts counts.c || failed 'does not compile'

check() { "$MAZURKA" check --max-executions=20000 --memory-model="$@"; }

# Never safe, since only the first rounds were explored; each to its end.
for model in rc11 ra tso; do
    for which in flag cas exchange trylock two stale; do
        run 3 check $model ./counts -- $which
        prints 'all executions explored, but only the first rounds of a loop that'
    done
    run 3 check $model --counted-rounds=first -j 2 ./counts -- cas
    prints 'all executions explored, but only the first rounds of a loop that'
    for which in trylock stale; do
        run 42 check $model ./counts -- $which broken
        prints 'assertion failed'
    done
done
for which in flag cas exchange two; do
    run 42 check rc11 ./counts -- $which broken
    prints 'data race'
done

# As told, and again; by the same executions as without memory being weak.
run 42 check rc11 ./counts -- stale broken
prints 'step 4 is the first that would not be so under --memory-model=sc'
run 42 "$MAZURKA" replay
prints 'assertion failed'
run 3 "$MAZURKA" check --algorithm=trust --counted-rounds=first ./counts -- cas
run 3 "$MAZURKA" check --algorithm=trust --counted-rounds=first ./counts -- flag

# All rounds where that is wanted: there are too many.
run 3 check rc11 --counted-rounds=all ./counts -- flag
prints 'stopped at a limit (max-events)'

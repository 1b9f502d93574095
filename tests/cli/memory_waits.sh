#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --memory-model: what waits. Locks made by hand and the like, with orders that
# suffice, and with one that does not; and what libraries have for that.
. "$(dirname "$0")/frame"
write_pairs

# The argument says which; a second one that it is to be broken.
cat >waits.c <<'END'
#include "pairs.h"
#include <mazurka.h>
#include <semaphore.h>

#define FENCE atomic_thread_fence(memory_order_seq_cst)
/* Orders must be constants. */
#define MAYBE(weak, strong) (broken ? (weak) : (strong))

static atomic_int x, y, turn, next, serving;
static int data, broken;

/* ---- locks ---- */
static void *ticket(void *p)
{
    int mine = atomic_fetch_add_explicit(&next, 1, RLX);

    while (LOAD(serving, ACQ) != mine)
        ;
    data++;
    MAYBE(STORE(serving, mine + 1, RLX), STORE(serving, mine + 1, REL));
    return p;
}

static void *tas(void *p)
{
    while (MAYBE(atomic_exchange_explicit(&x, 1, RLX),
                 atomic_exchange_explicit(&x, 1, ACQ)))
        ;
    data++;
    STORE(x, 0, REL);
    return p;
}
static void *tas_sc(void *p)
{
    while (atomic_exchange(&x, 1))
        ;
    data++;
    MAYBE(STORE(x, 0, RLX), STORE(x, 0, REL));
    return p;
}

static void *ttas(void *p)
{
    for (;;) {
        while (LOAD(x, RLX))
            ;
        if (!atomic_exchange_explicit(&x, 1, ACQ))
            break;
    }
    data++;
    MAYBE(STORE(x, 0, RLX), STORE(x, 0, REL));
    return p;
}

static void *cas(void *p)
{
    int free;

    do
        free = 0;
    while (!atomic_compare_exchange_weak_explicit(&x, &free, 1, ACQ, RLX));
    data++;
    MAYBE(STORE(x, 0, RLX), STORE(x, 0, REL));
    return p;
}

struct mcs {
    _Atomic(struct mcs *) next;
    atomic_int locked;
};
static struct mcs nodes[2];
static _Atomic(struct mcs *) tail;
static void *mcs(void *p)
{
    struct mcs *me = &nodes[p != NULL], *before, *after;

    STORE(me->locked, 1, RLX);
    before = atomic_exchange_explicit(&tail, me, memory_order_acq_rel);
    if (before) {
        STORE(before->next, me, REL);
        while (LOAD(me->locked, ACQ))
            ;
    }
    data++;
    after = LOAD(me->next, ACQ);
    if (!after) {
        struct mcs *expected = me;

        if (atomic_compare_exchange_strong_explicit(&tail, &expected, NULL,
                                                    REL, RLX))
            return p;
        while (!(after = LOAD(me->next, ACQ)))
            ;
    }
    MAYBE(STORE(after->locked, 0, RLX), STORE(after->locked, 0, REL));
    return p;
}

/* ---- Dekker, Peterson ---- */
static void *peterson(void *p)
{
    atomic_int *mine = p ? &x : &y, *other = p ? &y : &x;
    int me = p != NULL;

    STORE(*mine, 1, RLX);
    MAYBE(atomic_exchange_explicit(&turn, !me, RLX),
          atomic_exchange_explicit(&turn, !me, memory_order_acq_rel));
    while (LOAD(*other, ACQ) && LOAD(turn, ACQ) != me)
        ;
    data++;
    STORE(*mine, 0, REL);
    return p;
}
static void *dekker(void *p)
{
    atomic_int *mine = p ? &x : &y, *other = p ? &y : &x;
    int me = p != NULL;

    STORE(*mine, 1, RLX);
    if (!broken)
        FENCE;
    while (LOAD(*other, ACQ)) {
        if (LOAD(turn, RLX) != me) {
            STORE(*mine, 0, RLX);
            while (LOAD(turn, RLX) != me)
                ;
            STORE(*mine, 1, RLX);
            if (!broken)
                FENCE;
        }
    }
    data++;
    STORE(turn, !me, RLX);
    STORE(*mine, 0, REL);
    return p;
}

/* ---- a sequence lock, with retries ---- */
static void *writes(void *p)
{
    STORE(y, 1, RLX);
    if (!broken)
        atomic_thread_fence(REL);
    STORE(x, 1, RLX);
    STORE(turn, 1, RLX);
    STORE(y, 2, REL);
    return p;
}
static void *reads(void *p)
{
    int before, a, b;

    do {
        before = LOAD(y, ACQ);
        a = LOAD(x, RLX);
        b = LOAD(turn, RLX);
        atomic_thread_fence(ACQ);
    } while (before % 2 || LOAD(y, RLX) != before);
    assert(a == b);
    return p;
}

/* ---- a ring of one: of whose first store gcc knew nobody that needs it ---- */
static int ring[1];
static void *produces(void *p)
{
    for (int i = 0; i < 2; i++) {
        while (i - LOAD(y, ACQ) >= 1)
            ;
        ring[0] = i + 1;
        STORE(x, i + 1, REL);
    }
    return p;
}
static void *consumes(void *p)
{
    for (int i = 0; i < 2; i++) {
        while (LOAD(x, ACQ) == i)
            ;
        assert(ring[0] == i + 1);
        MAYBE(STORE(y, i + 1, RLX), STORE(y, i + 1, REL));
    }
    return p;
}

/* A ring of one place, whose ends keep what they have seen of the other's. */
static int taken, put; /* by producer, by consumer */
static void *produces_cached(void *p)
{
    for (int i = 0; i < 2; i++) {
        while (taken < i)
            taken = LOAD(y, ACQ);
        ring[0] = i + 1;
        STORE(x, i + 1, REL);
    }
    return p;
}
static void *consumes_cached(void *p)
{
    for (int i = 0; i < 2; i++) {
        while (put == i)
            put = MAYBE(LOAD(x, RLX), LOAD(x, ACQ));
        assert(ring[0] == i + 1);
        STORE(y, i + 1, REL);
    }
    return p;
}

/* ---- what one more round would tell ---- */
static void *looks(void *p)
{
    int seen = data;

    atomic_thread_fence(REL); /* publishes that look, and none of the others */
    while (!LOAD(x, RLX))
        seen += data;
    STORE(y, 1, RLX);
    return seen ? NULL : p;
}
static void *looks_by_update(void *p) /* the same; but publishes by an update */
{
    int seen = data;

    if (atomic_fetch_or_explicit(&turn, 0, REL))
        return p;
    while (!LOAD(x, RLX))
        seen += data;
    STORE(y, 1, RLX);
    return seen ? NULL : p;
}
static void *writes_looking(void *p) /* the same; but writes what is there */
{
    if (LOAD(turn, RLX) || LOAD(x, RLX))
        return p;
    while (!LOAD(turn, RLX))
        if (LOAD(x, RLX) == 1)
            data = 0;
    STORE(y, 1, RLX);
    return p;
}
static void *lets_it(void *p)
{
    STORE(x, 1, RLX);
    STORE(x, 2, RLX);
    STORE(turn, 1, RLX);
    return LOAD(y, RLX) && data ? NULL : p;
}
static void *changes_by_update(void *p)
{
    atomic_exchange_explicit(&turn, 1, ACQ); /* behind the other one, if y is */
    STORE(x, 1, RLX);
    if (LOAD(y, RLX))
        data = 1;
    return p;
}
static void *changes(void *p)
{
    STORE(x, 1, RLX);
    if (LOAD(y, ACQ))
        data = 1;
    return p;
}

/* ---- a loop that does something ---- */
static void *counts(void *p)
{
    while (atomic_fetch_add_explicit(&x, 1, RLX) < 3)
        ;
    return p;
}

/* ---- each may miss the other, and then nobody comes ---- */
static void *meets(void *p)
{
    STORE(x, 1, RLX);
    if (broken) /* mended, that is */
        FENCE;
    if (!LOAD(y, RLX))
        while (!LOAD(turn, ACQ))
            ;
    return p;
}
static void *is_met(void *p)
{
    STORE(y, 1, RLX);
    if (broken)
        FENCE;
    if (LOAD(x, RLX))
        STORE(turn, 1, REL);
    return p;
}

/* ---- awaits, trylocks, semaphores, condition variables, once ---- */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t semaphore;

static void *sends(void *p)
{
    data = 1;
    MAYBE(STORE(x, 1, RLX), STORE(x, 1, REL));
    return p;
}
static void *awaits(void *p)
{
    mz_await(x, !=, 0);
    assert(data == 1);
    return p;
}
static void *locks(void *p)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    MAYBE(STORE(x, 1, RLX), STORE(x, 1, REL));
    return p;
}
static void *tries(void *p)
{
    if (LOAD(x, ACQ)) /* then the lock is free, for all that one knows */
        assert(!pthread_mutex_trylock(&mutex));
    return p;
}
static void *posts(void *p)
{
    data = 1;
    sem_post(&semaphore);
    if (broken)
        data = 2;
    return p;
}
static void *takes(void *p)
{
    sem_wait(&semaphore);
    assert(data);
    return p;
}
static void *sets(void *p)
{
    pthread_mutex_lock(&mutex);
    data = 1;
    pthread_mutex_unlock(&mutex);
    pthread_cond_signal(&cond);
    return p;
}
static void *sleeps(void *p)
{
    pthread_mutex_lock(&mutex);
    if (broken)
        pthread_cond_wait(&cond, &mutex);
    while (!data)
        pthread_cond_wait(&cond, &mutex);
    pthread_mutex_unlock(&mutex);
    return p;
}
static void *tries_again(void *p)
{
    while (pthread_mutex_trylock(&mutex))
        ;
    MAYBE((void)data, (void)data++);
    pthread_mutex_unlock(&mutex);
    if (broken)
        data++;
    return p;
}
static void *comes_first(void *p) /* or has to wait, and gets it then */
{
    pthread_mutex_lock(&mutex);
    assert(!data);
    pthread_mutex_unlock(&mutex);
    return p;
}
static void *comes_second(void *p)
{
    pthread_mutex_lock(&mutex);
    data = 1;
    pthread_mutex_unlock(&mutex);
    return p;
}
static void begin(void)
{
    data++;
    if (broken)
        STORE(x, 1, RLX);
}
static void *begins(void *p)
{
    if (broken && LOAD(x, RLX))
        return data ? p : NULL;
    pthread_once(&once, begin);
    assert(data == 1);
    return p;
}

/* ---- nobody comes ---- */
static void *never(void *p)
{
    while (LOAD(x, RLX) != 2)
        ;
    return p;
}
static void *one(void *p)
{
    STORE(x, 1, RLX);
    return p;
}

/* All loads and stores are seq_cst; but to try a lock in vain is not. */
static int before, failed;
static void *looks_behind(void *p)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    before = !x;
    return p;
}
static void *stores_and_tries(void *p)
{
    x = 1;
    failed = pthread_mutex_trylock(&mutex);
    if (!failed)
        pthread_mutex_unlock(&mutex);
    return p;
}

/* Who ends tells whoever inherits the mutex, not who but looks. */
static pthread_mutex_t robust;
static void *ends_with_it(void *p)
{
    pthread_mutex_lock(&robust);
    data = 1;
    STORE(x, 1, RLX);
    return p;
}
static void *inherits(void *p)
{
    if (!broken && pthread_mutex_lock(&robust)) {
        assert(data);
        pthread_mutex_consistent(&robust);
        pthread_mutex_unlock(&robust);
    } else if (broken && LOAD(x, ACQ)) {
        assert(data);
    }
    return p;
}

/* All that is taken and given back. */
static sem_t tokens;
static pthread_spinlock_t spin;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static void *takes_all(void *p)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_spin_lock(&spin);
    pthread_spin_unlock(&spin);
    sem_wait(&tokens);
    sem_post(&tokens);
    pthread_rwlock_wrlock(&rwlock);
    pthread_rwlock_unlock(&rwlock);
    return p;
}

static void make_robust(void)
{
    pthread_mutexattr_t how;

    pthread_mutexattr_init(&how);
    pthread_mutexattr_setrobust(&how, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&robust, &how);
}

static const struct pair pairs[] = {
    {"ticket", ticket, ticket},       {"tas", tas, tas},
    {"tas-sc", tas_sc, tas_sc},       {"ttas", ttas, ttas},
    {"cas", cas, cas},                {"mcs", mcs, mcs},
    {"peterson", peterson, peterson}, {"dekker", dekker, dekker},
    {"seqlock", writes, reads},       {"ring", produces, consumes},
    {"looks", looks, changes},        {"counts", counts, counts},
    {"looks-by-update", looks_by_update, changes_by_update},
    {"ring-cached", produces_cached, consumes_cached},
    {"writes-looking", writes_looking, lets_it},
    {"never", never, one},            {"await", sends, awaits},
    {"try", locks, tries},            {"tries", tries_again, tries_again},
    {"semaphore", posts, takes},      {"handed", comes_first, comes_second},
    {"condition", sets, sleeps},      {"once", begins, begins},
    {"late", meets, is_met},          {"behind", looks_behind, stores_and_tries},
    {"robust", ends_with_it, inherits}, {"all", takes_all, takes_all},
    {0},
};

int main(int argc, char **argv)
{
    broken = argc > 2;
    make_robust();
    pthread_spin_init(&spin, 0);
    sem_init(&tokens, 0, 1);
    if (!run_pair(pairs, argv[1], &data))
        return 2;
    assert(!before || !failed);
    return 0;
}
END
"$MAZURKA" cc -O1 -pthread -o pairs waits.c || failed 'cannot compile'

for name in ticket tas tas-sc ttas cas mcs peterson dekker seqlock ring await \
    ring-cached try tries semaphore condition once robust; do
    for model in tso ra rc11; do
        weakly $model 0 $name
        prints 'all executions explored'
    done
    weakly rc11 42 $name broken
done
weakly tso 42 ttas broken # data races are those of C11
weakly tso 42 dekker broken
weakly ra 42 dekker broken
weakly tso 0 peterson broken
weakly ra 0 peterson broken
weakly ra 0 seqlock broken
weakly tso 0 try broken
weakly rc11 42 try broken
run 42 "$MAZURKA" replay # the trylock finds a state of the past again

run 0 "$MAZURKA" check --algorithm=trust pairs -- behind
weakly rc11 42 behind
prints 'trylock (busy)'

# As many executions as there are orders in which the lock is taken: a load of
# the old value is no round that is left out, but none that is gone on with.
weakly rc11 0 ticket
prints 'all executions explored: 2 executions'

# A round that tries to take a lock in vain is an update, and none the less in no
# execution that counts.
for name in tas tas-sc cas; do
    weakly rc11 0 $name
    prints 'all executions explored: 2 executions'
done

# A deadlock that sequential consistency has not, nor has it with fences.
run 0 "$MAZURKA" check --algorithm=trust pairs -- late
weakly tso 42 late
prints '[deadlock]'
weakly rc11 42 late
weakly rc11 0 late broken

# A race that only a round has which the loop makes once more, and no deadlock
# where the last value lets everybody go on.
weakly rc11 42 looks
prints 'data race on data'
weakly rc11 42 looks-by-update
prints 'data race on data'
weakly rc11 42 writes-looking
prints 'data race on data'
weakly rc11 0 counts
weakly rc11 42 handed
run 42 "$MAZURKA" check --algorithm=trust pairs -- handed
weakly tso 42 never
prints '1 thread waits for a change, in a loop, 1 for another'
run 42 "$MAZURKA" replay
weakly rc11 42 never
run 42 "$MAZURKA" check --memory-model=rc11 --isolation=fork pairs -- never

# In each order, and no execution ends where a thread waits that could go on.
weakly rc11 0 all
prints 'all executions explored: 16 executions, 0'
weakly tso 0 all
prints 'all executions explored: 16 executions, 0'

# Many threads that wait for one flag, in a loop or by mz_await, or for their
# turns: what is cut grows with their number, and with that of what is written,
# not with that of their subsets.
cat >many.c <<'END2'
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { THREADS = 6, ROUNDS = 3 };
static atomic_int flag;
static char how;

static void come(int turn)
{
    while (atomic_load_explicit(&flag, memory_order_acquire) != turn)
        ;
    atomic_store_explicit(&flag, turn + 1, memory_order_release);
}

static void *wait(void *p)
{
    if (how == 'a')
        mz_await(flag, ==, 1);
    if (how == 'l')
        while (!atomic_load_explicit(&flag, memory_order_acquire))
            ;
    for (int i = 0; how == 't' && i < ROUNDS; i++)
        come((int)(intptr_t)p + i * THREADS);
    return p;
}

int main(int argc, char **argv)
{
    pthread_t t[THREADS];

    how = argv[1][0];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, wait, (void *)(intptr_t)(THREADS - 1 - i));
    if (how != 't')
        atomic_store_explicit(&flag, 1, memory_order_release);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    return argc != 2;
}
END2
"$MAZURKA" cc -O2 -pthread -o many many.c || failed 'does not compile'
for how in --algorithm=trust --memory-model={tso,ra,rc11}; do
    for which in loop await turns; do
        run 0 "$MAZURKA" check --format=json "$how" many -- $which
        [ "$(figures executions)" = '1 []' ] || failed 'not one execution'
        cut=$(($(field blocked) + $(field loop_blocked)))
        most=12 # twice for each thread; of turns, for each turn, too
        [ $which = turns ] && most=216
        [ $cut -le $most ] || failed "$cut executions are cut"
    done
done

# Locks that are tried by updates: an execution for each order in which they are
# taken, and no more are cut than by `pop`. Where they are looked at first who sees that
# they are free may come too late: as many executions as `pop` has.
cat >lock.c <<'END2'
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { THREADS = 4 };
static atomic_int lock;
static int data;
static char how;

static void *take(void *p)
{
    if (how == 'e')
        while (atomic_exchange_explicit(&lock, 1, memory_order_acquire))
            sched_yield();
    else if (how == 'o')
        while (atomic_fetch_or(&lock, 1))
            sched_yield();
    else
        while (atomic_load_explicit(&lock, memory_order_relaxed) ||
               atomic_exchange_explicit(&lock, 1, memory_order_acquire))
            sched_yield();
    data++;
    atomic_store_explicit(&lock, 0, memory_order_release);
    return p;
}

int main(int argc, char **argv)
{
    pthread_t t[THREADS];
    int count;

    how = argv[1][0];
    count = how == 'l' ? 3 : THREADS;
    for (int i = 0; i < count; i++)
        pthread_create(&t[i], NULL, take, NULL);
    for (int i = 0; i < count; i++)
        pthread_join(t[i], NULL);
    return argc != 2 || data != count;
}
END2
"$MAZURKA" cc -O2 -pthread -o lock lock.c || failed 'does not compile'
for which in exchange or look; do
    orders='24 []'
    run 0 "$MAZURKA" check --format=json --memory-model=sc lock -- $which
    [ $which = look ] && orders=$(figures executions)
    most=$(($(field blocked) + $(field loop_blocked)))
    for model in tso ra rc11; do
        run 0 "$MAZURKA" check --format=json --memory-model=$model lock -- $which
        [ "$(figures executions)" = "$orders" ] ||
            failed 'another number of executions'
        cut=$(($(field blocked) + $(field loop_blocked)))
        [ $cut -le $most ] || failed "$cut executions are cut"
    done
done

# A long program is no reason for a long search: what two threads store to
# places of their own has nothing to do with one another.
cat >long.c <<'END'
#include <pthread.h>
#include <stdatomic.h>

enum { STORES = 20000 };
static atomic_int places[2];

static void *stores(void *place)
{
    for (int i = 0; i < STORES; i++)
        atomic_store((atomic_int *)place, i);
    return NULL;
}

int main(void)
{
    pthread_t t[2];

    stores(&places[0]);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, stores, &places[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
END
built long.c -o long
for how in --algorithm=trust --memory-model=rc11; do
    run 0 timeout 60 "$MAZURKA" check "$how" --max-events=100000 long
    prints 'all executions explored: 1 execution'
done

# Who looks at a flag under a lock again and again: as many executions as under
# sc. Whether somebody tries the lock meanwhile, and fails, is told by no graph:
# then nothing is left out.
cat >looks.c <<'X'
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;
static int flag;
static void *looks(void *unused)
{
    int seen;

    do {
        pthread_mutex_lock(&m);
        seen = flag;
        pthread_mutex_unlock(&m);
    } while (!seen);
    return unused;
}
int main(void)
{
    pthread_t t[2];
    int failed = 0;

    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, looks, NULL);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    /* Each time in another round of theirs. */
    for (int i = 0; i < TRIES; i++) {
        int status = pthread_mutex_trylock(&m);

        failed += status != 0;
        if (status)
            pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
    pthread_mutex_lock(&m);
    flag = !NEVER;
    pthread_mutex_unlock(&m);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    return TRIES && failed == TRIES ? 7 : 0;
}
X
for how in '--memory-model=sc --algorithm=trust' --memory-model={rc11,ra,tso}; do
    built -DTHREADS=2 -DNEVER=0 -DTRIES=0 looks.c -o looks
    run 0 "$MAZURKA" check --format=json --memory-model=sc looks
    whole=$(figures executions)
    run 0 "$MAZURKA" check --format=json $how looks
    [ "$(figures executions)" = "$whole" ] || failed "not $whole executions"
    built -DTHREADS=2 -DNEVER=1 -DTRIES=0 looks.c -o looks
    run 42 "$MAZURKA" check $how looks
    prints 'error: deadlock'
    built -DTHREADS=1 -DNEVER=0 -DTRIES=3 looks.c -o looks
    run 42 "$MAZURKA" check $how --max-events=26 looks
    prints 'exit with status 7'
done

# And so do loops that wait for a condition, up to a limit of time, one thread or
# two of them.
for program in cond_timed_{loop,both,both_for_ever}; do
    built "$root/tests/programs/$program.c" -o waits
    status=0
    case $program in *for_ever) status=42 ;; esac
    run $status "$MAZURKA" check --format=json --memory-model=sc waits
    whole=$(figures executions)
    for how in '--memory-model=sc --algorithm=trust' --memory-model={rc11,tso}; do
        run $status "$MAZURKA" check --format=json $how waits
        [ $status = 42 ] || [ "$(figures executions)" = "$whole" ] ||
            failed "$program $how: not $whole executions"
    done
done

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --memory-model: small algorithms with orders that suffice, and with one that
# does not; what is refused; what is told of a load that is stale.
. "$(dirname "$0")/frame"
write_pairs

# The argument says which; WEAK is the order that is broken in half of them.
cat >classics.c <<'END'
#define _GNU_SOURCE
#include "pairs.h"
#include <errno.h>
#include <fcntl.h>
#include <mazurka.h>
#include <semaphore.h>
#include <stdbool.h>
#include <unistd.h>

#define FENCE atomic_thread_fence(memory_order_seq_cst)

static atomic_int x, y, turn;
static int data, broken;

/* Each broken one has a case of its own, for orders must be constants. */
#define PUBLISHES(v, value)                \
    do                                     \
        if (broken)                        \
            STORE(v, value, RLX);          \
        else                               \
            STORE(v, value, REL);          \
    while (0)

/* ---- message passing ---- */
static void *sends(void *p)
{
    data = 1;
    PUBLISHES(x, 1);
    return p;
}
static void *receives(void *p)
{
    if (LOAD(x, ACQ))
        assert(data == 1);
    return p;
}

/* An update goes on with the release sequence of x, and a store does not. */
static void *sends_twice(void *p)
{
    data = 1;
    STORE(x, 1, REL);
    if (broken)
        STORE(x, 2, RLX);
    else
        atomic_fetch_add_explicit(&x, 1, RLX);
    return p;
}
static void *receives_second(void *p)
{
    if (LOAD(x, ACQ) == 2)
        assert(data == 1);
    return p;
}

/* ---- Dekker, Peterson: one try each ---- */
static void *dekker(void *p)
{
    atomic_int *mine = p ? &x : &y, *other = p ? &y : &x;

    STORE(*mine, 1, RLX);
    if (!broken)
        FENCE;
    if (!LOAD(*other, RLX)) {
        turn++;
        assert(turn == 1);
        data = 1;
    }
    return p;
}
static void *peterson(void *p)
{
    atomic_int *mine = p ? &x : &y, *other = p ? &y : &x;
    int me = p != NULL;

    STORE(*mine, 1, RLX);
    if (broken) /* who comes later need not know of the other */
        atomic_exchange_explicit(&turn, !me, RLX);
    else
        atomic_exchange_explicit(&turn, !me, memory_order_acq_rel);
    mz_assume(!LOAD(*other, ACQ) || LOAD(turn, ACQ) == me);
    data++;
    STORE(*mine, 0, REL);
    return p;
}

/* ---- a sequence lock: y is the sequence, x and turn what it guards ---- */
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
    int before = LOAD(y, ACQ), a = LOAD(x, RLX), b = LOAD(turn, RLX);

    atomic_thread_fence(ACQ);
    if (LOAD(y, RLX) == before && before % 2 == 0)
        assert(a == b);
    return p;
}

/* ---- a stack, and a ring of one producer and one consumer ---- */
struct node {
    struct node *next;
    int value;
};
static _Atomic(struct node *) top;
static void *pushes(void *p)
{
    struct node *n = malloc(sizeof *n), *old = LOAD(top, RLX);

    n->value = 7;
    do
        n->next = old;
    while (broken ? !atomic_compare_exchange_strong_explicit(&top, &old, n,
                                                             RLX, RLX)
                  : !atomic_compare_exchange_strong_explicit(&top, &old, n,
                                                             REL, RLX));
    return p;
}
static void *pops(void *p)
{
    struct node *n = LOAD(top, ACQ);

    while (n && !atomic_compare_exchange_strong_explicit(&top, &n, n->next,
                                                         ACQ, ACQ))
        ;
    assert(!n || n->value == 7);
    return p;
}
static int ring[2];
static void *produces(void *p)
{
    for (int i = 0; i < 2; i++) {
        ring[i] = i + 1;
        PUBLISHES(x, i + 1);
    }
    return p;
}
static void *consumes(void *p)
{
    int count = LOAD(x, ACQ);

    for (int i = 0; i < count; i++)
        assert(ring[i] == i + 1);
    return p;
}

/* ---- double-checked locking ---- */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *gets(void *p)
{
    struct node *n = LOAD(top, ACQ);

    if (!n) {
        pthread_mutex_lock(&mutex);
        n = LOAD(top, RLX);
        if (!n) {
            n = malloc(sizeof *n);
            n->value = 7;
            PUBLISHES(top, n);
        }
        pthread_mutex_unlock(&mutex);
    }
    assert(n->value == 7);
    return p;
}

/* ---- what memory holds at last is what was last, not who came last ---- */
static int z;
static void *stores(void *p)
{
    __atomic_store_n(&z, p ? 2 : 1, __ATOMIC_RELAXED);
    return p;
}

/* ---- who comes later may come before ---- */
static void *to_both(void *p)
{
    STORE(x, 1, RLX);
    STORE(turn, 2, RLX);
    return p;
}
static void *from_both(void *p)
{
    STORE(turn, 1, RLX);
    STORE(x, 2, RLX);
    return p;
}

/* ---- a stale load long before the error ---- */
static atomic_int quiet[40];
static int found;
static void *sends_both(void *p)
{
    STORE(x, 1, RLX);
    STORE(y, 1, RLX);
    return p;
}
static void *goes_on(void *p)
{
    if (LOAD(y, RLX))
        found = !LOAD(x, RLX);
    for (int i = 0; i < 40; i++)
        STORE(quiet[i], 1, RLX);
    return p;
}

/* ---- a reader-writer lock ---- */
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static void *changes(void *p)
{
    if (broken) /* what others may hold, too */
        pthread_rwlock_rdlock(&rwlock);
    else
        pthread_rwlock_wrlock(&rwlock);
    data++;
    STORE(x, data, RLX);
    pthread_rwlock_unlock(&rwlock);
    return p;
}
static void *compares(void *p)
{
    if (pthread_rwlock_tryrdlock(&rwlock))
        pthread_rwlock_rdlock(&rwlock);
    assert(LOAD(x, RLX) == data);
    pthread_rwlock_unlock(&rwlock);
    return p;
}

/* Of one another readers hear nothing, who writes hears of all. */
static void *reads_first(void *p)
{
    pthread_rwlock_rdlock(&rwlock);
    STORE(x, 1, RLX);
    pthread_rwlock_unlock(&rwlock);
    STORE(turn, 1, RLX);
    return p;
}
static void *reads_next(void *p)
{
    bool is_next = LOAD(turn, RLX);

    if (broken)
        pthread_rwlock_rdlock(&rwlock);
    else
        pthread_rwlock_wrlock(&rwlock);
    if (is_next)
        assert(LOAD(x, RLX));
    pthread_rwlock_unlock(&rwlock);
    return p;
}

/* ---- a barrier ---- */
static pthread_barrier_t barrier;
static int counts[2];
static void *meets(void *p)
{
    atomic_int *mine = p ? &x : &y, *other = p ? &y : &x;

    STORE(*mine, 1, RLX);
    counts[p != NULL] = 1;
    if (!broken && pthread_barrier_wait(&barrier))
        data++; /* by one of them */
    assert(LOAD(*other, RLX));
    if (!broken)
        pthread_barrier_wait(&barrier);
    else if (!LOAD(turn, RLX))
        return p;
    assert(counts[0] && counts[1] && data == 1);
    return p;
}

/* ---- what no model has ---- */
static pthread_rwlock_t behind =
    PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static void *takes(void *p)
{
    pthread_rwlock_rdlock(&behind);
    pthread_rwlock_unlock(&behind);
    return p;
}
static void *looks_at_a_thread(void *p)
{
    pthread_t t;

    pthread_create(&t, NULL, stores, NULL);
    if (pthread_tryjoin_np(t, NULL) == EBUSY)
        pthread_join(t, NULL);
    return p;
}
static int ends[2];
static void *tells(void *p)
{
    return write(ends[1], "", 1) == 1 ? p : NULL;
}
static sem_t semaphore;
static void *asks(void *p)
{
    int count;

    sem_post(&semaphore);
    sem_getvalue(&semaphore, &count);
    return p;
}
static void *sets_again(void *p)
{
    STORE(x, 1, REL);
    memset((void *)&x, 0, sizeof x);
    STORE(x, 2, REL);
    return p;
}
static _Atomic __int128 large;
static void *stores_much(void *p)
{
    large = 1;
    return p;
}
static void *in_parts(void *p)
{
    (void)__atomic_load_n((char *)&x, __ATOMIC_RELAXED);
    STORE(x, 1, RLX);
    return p;
}
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static void *in_a_block(void *p)
{
    __VERIFIER_atomic_begin();
    data++;
    __VERIFIER_atomic_end();
    return p;
}
static void *opens(void *p)
{
    close(open("/dev/null", O_RDONLY));
    return p;
}
static void *spins(void *p)
{
    while (!LOAD(x, ACQ))
        ;
    return p;
}

static const struct pair pairs[] = {
    {"mp", sends, receives},       {"dekker", dekker, dekker},
    {"peterson", peterson, peterson}, {"seqlock", writes, reads},
    {"treiber", pushes, pops},     {"ring", produces, consumes},
    {"double-checked", gets, gets}, {"rwlock", changes, compares},
    {"readers", reads_first, reads_next},
    {"barrier", meets, meets},     {"value", asks, asks},
    {"behind", takes, takes},
    {"file", tells, tells},
    {"ended", looks_at_a_thread, sends},
    {"2+2W", to_both, from_both},  {"far", sends_both, goes_on},
    {"again", sets_again, sends},  {"large", stores_much, stores_much},
    {"parts", in_parts, in_parts}, {"block", in_a_block, in_a_block},
    {"open", opens, opens},
    {"spin", spins, sends},        {"final", stores, stores},
    {"sequence", sends_twice, receives_second}, {0},
};

int main(int argc, char **argv)
{
    const struct pair *pair;

    broken = argc > 2;
    if (argc > 1 && !strcmp(argv[1], "file") && pipe(ends))
        return 2;
    pthread_barrier_init(&barrier, NULL, 2);
    pair = run_pair(pairs, argv[1], &data);
    if (!pair)
        return 2;
    assert(!found);
    assert(pair->one != to_both || x != 1 || turn != 1);
    assert(__atomic_load_n(&z, __ATOMIC_RELAXED) == z);
    return 0;
}
END
"$MAZURKA" cc -mcx16 -pthread -o pairs classics.c || failed 'cannot compile'

# Each by each model: verified, and found where one order is too weak; but tso
# has no fault where only a store is relaxed and no plain data is published.
for name in mp dekker peterson seqlock treiber ring double-checked rwlock \
    barrier; do
    for model in tso ra rc11; do
        weakly $model 0 $name
        prints 'all executions explored'
    done
    weakly rc11 42 $name broken
    [ $name = rwlock ] || # where it has more executions than there are traces
        run 0 "$MAZURKA" check --algorithm=trust pairs -- $name
done
for model in tso ra rc11; do
    weakly $model 0 sequence
    weakly $model 42 sequence broken
    prints 'data race on data'
done
weakly ra 0 readers broken # each store releases there
weakly rc11 0 readers
weakly rc11 42 readers broken
weakly rc11 0 final
prints 'all executions explored: 2 executions'
weakly tso 42 dekker broken
weakly tso 0 seqlock broken
weakly ra 42 dekker broken
run 0 "$MAZURKA" check --algorithm=trust pairs -- dekker broken

# What is told, and seen again.
weakly rc11 42 dekker broken
prints '(stale: as at first, the last store is step '
run 42 "$MAZURKA" replay
prints '(stale: as at first, the last store is step '
run 42 "$MAZURKA" check --memory-model=rc11 --format=json pairs -- dekker broken
python3 -ISc 'import json
steps = json.load(open(".out"))["errors"][0]["trace"]
stale = [s for s in steps if s.get("stale")]
assert stale and stale[0]["reads_from"] is None, stale
assert [s["is_last"] for s in steps if "is_last" in s], steps' ||
    failed 'the steps do not tell what they read'
# A stale load, and the store that it does not know of, are never left out.
weakly rc11 42 far
prints 'x is 0 (stale: as at first'
prints 'x = 1 (was 0)'
prints 'on other objects'

# Of a store: right before which one it comes; in few words, too, and when it is
# run again.
weakly rc11 42 2+2W
prints ' (comes right before step '
prints ' is the first that would not be so under --memory-model=sc'
cp .out first
run 42 "$MAZURKA" replay
diff <(grep comes .out) <(grep comes first) || failed 'replay says otherwise'
run 42 "$MAZURKA" check --memory-model=rc11 --format=json pairs -- 2+2W
python3 -ISc 'import json
steps = json.load(open(".out"))["errors"][0]["trace"]
weak = [s for s in steps if s.get("is_first_weak")]
assert len(weak) == 1 and not weak[0]["is_last"], weak
other, = [s for s in steps if s["step"] == weak[0]["comes_before"]]
assert other["object"] == "x" and other["value"] == 1, other' ||
    failed 'where the store comes is not told'
run 0 "$MAZURKA" check --memory-model=rc11 --isolation=fork pairs -- seqlock
run 42 "$MAZURKA" check --memory-model=rc11 --isolation=fork pairs -- mp broken

# Where a thread is created, or joined, seq_cst accesses of two are in order.
cat >threads.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
static atomic_int x, y, given;
static int a, b, gave;
static void *writes(void *p) { x = 1; return p; }
static void *reads(void *p) { a = y; return p; }
static void *other(void *p) { y = 1; b = x; return p; }
static void *gives(void *p)
{
    x = 1;
    atomic_store_explicit(&given, 1, memory_order_release);
    return p;
}
int main(int argc, char **argv)
{
    pthread_t t, first, second;

    pthread_create(&t, 0, other, 0);
    if (argc > 1 && !strcmp(argv[1], "create")) {
        x = 1;
        pthread_create(&first, 0, reads, 0);
        pthread_join(first, 0);
    } else if (argc > 1 && !strcmp(argv[1], "join")) {
        pthread_create(&first, 0, writes, 0);
        pthread_join(first, 0);
        a = y;
    } else { /* what another has done before a thread is created */
        pthread_create(&first, 0, gives, 0);
        gave = atomic_load_explicit(&given, memory_order_acquire);
        pthread_create(&second, 0, reads, 0);
        pthread_join(first, 0);
        pthread_join(second, 0);
        a |= !gave;
    }
    pthread_join(t, 0);
    assert(a || b);
    return 0;
}
END
"$MAZURKA" cc -O1 threads.c -o threads
for way in create join given; do
    run 0 "$MAZURKA" check --memory-model=rc11 threads -- $way
done

# Load buffering, which rc11 has not, is told of where C11 may have it: each case
# is two threads that load, and store or not.
cat >buffering.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define LOAD(v, order) atomic_load_explicit(&v, memory_order_##order)
#define STORE(v, order) atomic_store_explicit(&v, 1, memory_order_##order)
static atomic_int x, y, z;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int a, b;
static void *stores_y(void *p) { STORE(y, relaxed); return p; }
static void *loads_x(void *p) { a = LOAD(x, relaxed); return p; }
static void *other(void *p)
{
#if WAY == 1 || WAY == 5 || WAY == 6
    b = LOAD(y, relaxed), STORE(x, relaxed);
#elif WAY == 2
    b = LOAD(y, relaxed), STORE(x, release);
#elif WAY == 3
    b = atomic_fetch_add_explicit(&y, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
#elif WAY == 4
    b = LOAD(y, acquire), STORE(x, relaxed);
#elif WAY == 7
    b = LOAD(y, relaxed);
    pthread_mutex_lock(&lock), pthread_mutex_unlock(&lock);
    STORE(x, relaxed);
#elif WAY == 8
    b = LOAD(y, relaxed), STORE(z, relaxed);
#elif WAY == 11
    b = LOAD(y, acquire), STORE(x, release);
#elif WAY == 12
    b = LOAD(y, seq_cst), STORE(x, seq_cst);
#elif WAY == 13
    STORE(x, relaxed), b = LOAD(y, relaxed); /* store buffering */
#elif WAY == 14
    STORE(x, relaxed), STORE(y, relaxed); /* message passing */
#elif WAY == 15
    b = LOAD(x, relaxed), STORE(x, relaxed); /* of one place */
#elif WAY == 16
    b = LOAD(x, relaxed) + LOAD(y, relaxed); /* nothing is stored behind it */
#endif
    return p;
}
static void *third(void *p)
{
    if (LOAD(z, relaxed))
        STORE(x, relaxed);
    return p;
}
int main(void)
{
    pthread_t t, u;

    pthread_create(&t, 0, other, 0);
#if WAY == 1 || WAY == 4 || WAY == 7
    a = LOAD(x, relaxed), STORE(y, relaxed);
#elif WAY == 2
    a = LOAD(x, relaxed), STORE(y, release);
#elif WAY == 3
    a = atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&y, 1, memory_order_relaxed);
#elif WAY == 5 /* what comes before a thread is created */
    a = LOAD(x, relaxed);
    pthread_create(&u, 0, stores_y, 0), pthread_join(u, 0);
#elif WAY == 6 /* what comes before it is joined */
    pthread_create(&u, 0, loads_x, 0), pthread_join(u, 0);
    STORE(y, relaxed);
#elif WAY == 8 /* three of them */
    pthread_create(&u, 0, third, 0);
    a = LOAD(x, relaxed), STORE(y, relaxed);
    pthread_join(u, 0);
#elif WAY == 11
    a = LOAD(x, acquire), STORE(y, release);
#elif WAY == 12
    a = LOAD(x, seq_cst), STORE(y, seq_cst);
#elif WAY == 13
    STORE(y, relaxed), a = LOAD(x, relaxed);
#elif WAY == 14
    a = LOAD(y, relaxed) + LOAD(x, relaxed);
#elif WAY == 15
    a = LOAD(x, relaxed), STORE(x, relaxed);
#elif WAY == 16
    STORE(x, relaxed), STORE(y, relaxed);
#endif
    pthread_join(t, 0);
    return 0;
}
END
for way in 1 2 3 4 5 6 7 8 11 12 13 14 15 16; do
    "$MAZURKA" cc -DWAY=$way buffering.c -o buffering ||
        failed 'cannot compile'
    run 0 "$MAZURKA" check --memory-model=rc11 buffering
    if [ $way -lt 10 ]; then
        prints 'note: load buffering is not explored'
    else
        ! grep 'load buffering' .out || failed 'it has none'
    fi
    [ $way != 1 ] && continue
    run 0 "$MAZURKA" check --memory-model=rc11 -j 2 buffering
    prints 'note: load buffering is not explored'
    run 0 "$MAZURKA" check --memory-model=tso buffering
    ! grep 'load buffering' .out || failed 'x86 has none'
    run 0 "$MAZURKA" check --memory-model=rc11 --format=json buffering
    prints '"load_buffering": true'
done

# Keys of thread-specific data: who makes one, or deletes one, comes before or
# after others who do, and orders nothing else by that.
cat >keys.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_key_t keys[3];
static atomic_int destroyed;
static atomic_int x, y;
static int a, b;
static void destroy(void *p)
{
    (void)p;
    destroyed++;
}
static void *makes(void *number)
{
    long n = (long)number;
    int *seen = n ? &a : &b;

#ifdef SEES
    atomic_store_explicit(n ? &x : &y, 1, memory_order_relaxed);
#endif
    pthread_key_create(&keys[n], destroy);
    pthread_setspecific(keys[n], &keys[n]);
    assert(pthread_getspecific(keys[n]) == &keys[n]);
#ifdef SEES
    *seen = atomic_load_explicit(n ? &y : &x, memory_order_relaxed);
#else
    *seen = 1;
#endif
    return NULL;
}
int main(void)
{
    pthread_t t[2];

    for (long n = 0; n < 2; n++)
        pthread_create(&t[n], 0, makes, (void *)n);
    for (int n = 0; n < 2; n++)
        pthread_join(t[n], 0);
    assert(keys[0] != keys[1] && destroyed == 2 && (a || b));
    pthread_key_delete(keys[0]);
    pthread_key_create(&keys[2], 0);
    assert(keys[2] == keys[0]);
    return 0;
}
END
"$MAZURKA" cc keys.c -o keys
"$MAZURKA" cc -DSEES keys.c -o sees
run 0 "$MAZURKA" check --algorithm=trust keys
cp .out first
for model in tso ra rc11; do
    run 0 "$MAZURKA" check --memory-model=$model keys
    cmp <(grep -o '[0-9]* executions*,' .out) \
        <(grep -o '[0-9]* executions*,' first) || failed 'as many executions'
done
run 42 "$MAZURKA" check --memory-model=rc11 sees
prints 'key_create keys[0]'
run 42 "$MAZURKA" replay
run 0 "$MAZURKA" check --memory-model=tso sees # to make one is an update there

# The same bytes by accesses of several sizes, and by plain ones: never a silent
# `safe`. What the value is the last of may be read when its threads have ended.
cat >sizes.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
static union {
    _Atomic uint32_t word;
    _Atomic uint16_t half[2];
    uint32_t plain;
    unsigned char bytes[4];
} u;
static struct {
    _Atomic uint32_t a, b;
} pair __attribute__((aligned(8)));
static volatile uint32_t seen;
static void *other(void *p)
{
    uint32_t copy = 0;
#if WAY == 1
    u.half[0] = 1;
#elif WAY == 2
    __atomic_store_n((uint16_t *)&u.word, 1, __ATOMIC_RELAXED);
#elif WAY == 3
    pair.a = 1, pair.b = 1;
#elif WAY == 11
    u.plain = 1;
#elif WAY == 12
    seen = u.bytes[1];
#elif WAY == 13
    memcpy(&copy, (const void *)&u.word, 4);
    seen = copy;
#elif WAY > 20
    u.word = 1;
#endif
    return p;
}
int main(void)
{
    pthread_t t;
    uint32_t copy = 0;

    pthread_create(&t, 0, other, 0);
#if WAY == 1 || WAY == 2
    seen = u.word;
#elif WAY == 3
    seen = __atomic_load_n((uint64_t *)&pair, __ATOMIC_RELAXED) >> 32;
#elif WAY > 10 && WAY < 20
    u.word = 1;
#endif
    pthread_join(t, 0);
#if WAY == 4
    u.half[0] = 1;
    seen = u.word;
#elif WAY == 5
    u.word = 1;
    memset((void *)&u.word, 0, 4);
    seen = u.word;
#elif WAY == 21
    memcpy(&copy, (const void *)&u.word, 4);
    assert(copy == 1 && u.plain == 1 && u.bytes[0] + u.bytes[3] == 1);
#elif WAY == 22
    u.plain = 5;
    assert(u.plain == 5);
#endif
    return copy == 7;
}
END
while read -r ways status text; do
    for way in ${ways//,/ }; do
        "$MAZURKA" cc -DWAY=$way sizes.c -o sizes || failed 'cannot compile'
        run $status "$MAZURKA" check --memory-model=rc11 sizes
        cat .out .err | grep -q "$text" || failed "$way is not $text"
    done
done <<END
1,2,3,4 2 unsupported: accesses of different sizes
5 2 unsupported: a plain write to a variable after atomic accesses
11,12,13 42 data race
21,22 0 all executions explored
END

# What is not in a model is named, and is never a proof.
while read -r name text; do
    weakly rc11 2 "$name"
    says "unsupported: $text"
done <<END
behind read lock behind writers, with --memory-model
file look at a file, with --memory-model
ended asking whether a thread has ended, with --memory-model
value an operation that is neither a C11 atomic nor
again a plain write to a variable after atomic accesses, with --memory-model
large an atomic access across 8 aligned bytes, with --memory-model
parts accesses of different sizes to the same bytes, with --memory-model: try
block several accesses at once (an atomic block, a use of files, an access
open several accesses at once (an atomic block, a use of files, an access
END
weakly rc11 0 spin

# What a thread does may depend on what it has read, and on nothing else: neither
# which operation comes next, nor what it stores, on code that is not seen.
cat >hidden.c <<'END'
int hidden(void)
{
    static int count;

    return count++;
}
END
cat >hides.c <<'END'
#include <pthread.h>
#include <stdatomic.h>

int hidden(void);
static atomic_int x, y;

static void *run(void *p)
{
    atomic_load_explicit(&y, memory_order_relaxed);
#ifdef OPERATION
    if (hidden() % 2)
        atomic_load_explicit(&x, memory_order_relaxed);
    else
#endif
        atomic_store_explicit(&x, 1 + hidden(), memory_order_relaxed);
    atomic_load_explicit(&x, memory_order_relaxed);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    return p;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
END
cc -shared -fPIC -o libhidden.so hidden.c || failed 'does not compile'
for what in '' -DOPERATION; do
    built $what hides.c -L. -lhidden -Wl,-rpath,"$PWD" -o hides
    run 3 "$MAZURKA" check --memory-model=rc11 hides
    prints 'stopped at a limit (a step that was not foreseen)'
done

# What contradicts it.
refuses 2 "--memory-model=weak" "$MAZURKA" check --memory-model=weak pairs
refuses 2 "--memory-model is for --algorithm=trust, not for pop" \
    "$MAZURKA" check --memory-model=rc11 --algorithm=pop pairs
for other in --plain=interleave --plain=ignore --count-traces --race-sample=50 \
    --volatile=atomic --property=unreach-call; do
    refuses 2 "${other%%=*}" \
        "$MAZURKA" check --memory-model=tso $other pairs
done

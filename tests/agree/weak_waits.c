/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program of three threads that is drawn, for weak_waits.py: its loops that
 * wait are loops, or are unrolled a few times, with a false assumption behind;
 * or they count their rounds, and give up after many, or after some.
 *
 *     weak_waits SEED WAY OUTCOME
 *
 * WAY is one of the enum below; with another figure behind it each loop is about
 * one place only.
 *
 * An error: the program ends in that outcome, of OUTCOMES; or has a data race.
 */
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum { THREADS = 3, STEPS = 3, PLACES = 2, OUTCOMES = 4 };
enum { ROUNDS = 3, MANY_ROUNDS = 60 };
enum { LOOP, UNROLLED, COUNTS_MANY, COUNTS_SOME }; /* how it waits */
enum kind {
    STORE,
    LOAD,
    WAIT,
    WAIT_FOR_ONE,
    TAKE,     /* what is in a place, if it is not what it puts there */
    TAKE_ONE, /* of two */
    LOCK,
    UNLOCK,
    FENCE,
    PLAIN,
    KINDS
};
enum { EXCHANGE, FETCH_OR, COMPARE, LOOK_FIRST, WAYS }; /* to take the lock */

struct step {
    uint8_t kind, place, value, order, way;
    uint8_t body;   /* of a loop: PLAIN, FENCE, or nothing */
    uint8_t writes; /* what is plain: 0, to read; 1; 2, others do not use it */
};

static struct step code[THREADS][STEPS];
static atomic_int places[PLACES], lock;
static int plain, own[THREADS], way_to_wait;
static unsigned seen[THREADS];

/* The orders must be constants. */
static int load(const struct step *s, int place)
{
    switch (s->order) {
    case 0:
        return atomic_load_explicit(&places[place], memory_order_relaxed);
    case 1:
        return atomic_load_explicit(&places[place], memory_order_acquire);
    default:
        return atomic_load(&places[place]);
    }
}

static void store(const struct step *s)
{
    switch (s->order) {
    case 0:
        atomic_store_explicit(&places[s->place], s->value,
                              memory_order_relaxed);
        break;
    case 1:
        atomic_store_explicit(&places[s->place], s->value,
                              memory_order_release);
        break;
    default:
        atomic_store(&places[s->place], s->value);
    }
}

static int exchange(const struct step *s, atomic_int *place)
{
    switch (s->order) {
    case 0:
        return atomic_exchange_explicit(place, s->value, memory_order_relaxed);
    case 1:
        return atomic_exchange_explicit(place, s->value, memory_order_acquire);
    default:
        return s->body == PLAIN
                   ? atomic_exchange_explicit(place, s->value,
                                              memory_order_acq_rel)
                   : atomic_exchange(place, s->value);
    }
}

/* Has the thread failed to take the lock? */
static int fails(const struct step *s)
{
    int expected = 0;

    switch (s->way) {
    case FETCH_OR:
        return s->order ? atomic_fetch_or(&lock, 1)
                        : atomic_fetch_or_explicit(&lock, 1,
                                                   memory_order_acquire);
    case COMPARE:
        return !atomic_compare_exchange_weak_explicit(
            &lock, &expected, 1, memory_order_acquire, memory_order_relaxed);
    case LOOK_FIRST:
        if (atomic_load_explicit(&lock, memory_order_relaxed))
            return 1;
        break;
    }
    return s->order ? atomic_exchange(&lock, 1)
                    : atomic_exchange_explicit(&lock, 1, memory_order_acquire);
}

static void fence(const struct step *s)
{
    if (s->order == 1)
        atomic_thread_fence(memory_order_acquire);
    else if (s->value)
        atomic_thread_fence(memory_order_release);
    else
        atomic_thread_fence(memory_order_seq_cst);
}

static int is_awaited(const struct step *s)
{
    switch (s->kind) {
    case WAIT:
        return load(s, s->place) == s->value;
    case WAIT_FOR_ONE:
        return load(s, s->place) == s->value || load(s, !s->place);
    case TAKE:
        return exchange(s, &places[s->place]) != s->value;
    case TAKE_ONE:
        return exchange(s, &places[s->place]) != s->value ||
               exchange(s, &places[!s->place]) != s->value;
    default:
        return !fails(s);
    }
}

/* What is written is there from the first round on. */
static void access_plain(const struct step *s)
{
    if (s->writes == 1)
        *(volatile int *)&plain = THREADS;
    else if (s->writes == 2)
        *(volatile int *)&own[(s - code[0]) / STEPS] = 1;
    else
        (void)*(volatile int *)&plain;
}

static void body(const struct step *s)
{
    if (s->body == PLAIN)
        access_plain(s);
    else if (s->body == FENCE)
        fence(s);
}

/* Is what was awaited there, and has the thread not given up? */
static int wait(const struct step *s)
{
    int rounds = ROUNDS;

    switch (way_to_wait) {
    case LOOP:
        while (!is_awaited(s))
            body(s);
        return 1;
    case UNROLLED:
        while (!is_awaited(s)) {
            mz_assume(rounds-- > 0);
            body(s);
        }
        return 1;
    case COUNTS_MANY:
        rounds = MANY_ROUNDS;
        break;
    default:
        rounds = 1 + mz_choose(ROUNDS);
    }
    for (; rounds > 0; rounds--, body(s))
        if (is_awaited(s))
            return 1;
    return 0;
}

static void *thread(void *p)
{
    const struct step *s = p;
    unsigned t = (s - code[0]) / STEPS;
    int has_lock = 0;

    for (const struct step *end = s + STEPS; s < end; s++)
        switch (s->kind) {
        case STORE:
            store(s);
            break;
        case LOAD:
            seen[t] = seen[t] * 3 + load(s, s->place);
            break;
        case LOCK:
            if (has_lock)
                break;
            has_lock = wait(s);
            seen[t] = seen[t] * 3 + has_lock;
            break;
        case UNLOCK:
            if (has_lock)
                atomic_store_explicit(&lock, 0, memory_order_release);
            has_lock = 0;
            break;
        case FENCE:
            fence(s);
            break;
        case PLAIN:
            if (s->value)
                plain = t;
            else
                (void)*(volatile int *)&plain;
            break;
        default:
            seen[t] = seen[t] * 3 + wait(s);
        }
    if (has_lock)
        atomic_store_explicit(&lock, 0, memory_order_release);
    return NULL;
}

static void draw(uint64_t seed)
{
    static const uint8_t kinds[] = {STORE, STORE, STORE, LOAD, LOAD, WAIT, WAIT,
                                    WAIT_FOR_ONE, TAKE, TAKE, TAKE_ONE, LOCK,
                                    LOCK, UNLOCK, FENCE, PLAIN};

    for (unsigned i = 0; i < THREADS * STEPS; i++) {
        uint64_t bits;

        seed = seed * 6364136223846793005u + 1442695040888963407u;
        bits = seed >> 32;
        code[0][i] = (struct step){
            .kind = kinds[bits % sizeof kinds],
            .place = bits >> 8 & 1,
            .value = 1 - (bits >> 9 & bits >> 10 & 1),
            .order = (bits >> 11) % 3,
            .way = (bits >> 20) % WAYS,
            .writes = (bits >> 22) % 3,
            .body = (bits >> 16) % 3 ? (bits >> 18 & 1 ? PLAIN : FENCE) : KINDS,
        };
    }
}

/* All operations of each round are about one place. */
static void simplify(struct step *s)
{
    s->body = KINDS;
    if (s->kind == WAIT_FOR_ONE)
        s->kind = WAIT;
    if (s->kind == TAKE_ONE)
        s->kind = TAKE;
    if (s->way == LOOK_FIRST)
        s->way = EXCHANGE;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    unsigned outcome = 0;

    (void)argc;
    draw(atoi(argv[1]));
    way_to_wait = argv[2][0] - '0';
    for (int i = 0; argv[2][1] && i < THREADS * STEPS; i++)
        simplify(&code[0][i]);
    for (int t = 0; t < THREADS; t++)
        pthread_create(&threads[t], NULL, thread, code[t]);
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    for (int t = 0; t < THREADS; t++)
        outcome = outcome * 7 + seen[t];
    assert(outcome % OUTCOMES != (unsigned)atoi(argv[3]));
    return 0;
}

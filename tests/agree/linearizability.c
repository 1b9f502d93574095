/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What mz_linearizable says of random objects, and what the definition says:
 * the same calls by the same threads, but with a look at a clock before and
 * after each, which makes begins and returns steps that the search orders. What
 * was returned, and when, is then compared with all orders of the calls.
 *
 * An operation is a few atomic steps on two variables, drawn; the object's own
 * code is its model. Usage: linearizability FIRST-SEED COUNT.
 */
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VARIABLES = 2, STEPS = 3, OPERATIONS = 2, MOST_CALLS = 4 };

enum kind { LOAD, STORE, ADD, EXCHANGE, COMPARE_EXCHANGE, LOCK, KINDS };

struct step {
    enum kind kind;
    int variable, number;
};

static struct {
    int length;
    struct step steps[STEPS];
} scripts[OPERATIONS];

struct object {
    atomic_int x[VARIABLES];
    pthread_mutex_t lock;
};

/* ---- the object ---------------------------------------------------------- */

static int make_step(struct object *o, const struct step *s, int r)
{
    atomic_int *x = &o->x[s->variable];
    int expected = r;

    switch (s->kind) {
    case LOAD:
        return atomic_load(x);
    case STORE:
        atomic_store(x, r + s->number);
        return r;
    case ADD:
        return atomic_fetch_add(x, s->number);
    case EXCHANGE:
        return atomic_exchange(x, r + s->number);
    case COMPARE_EXCHANGE:
        return atomic_compare_exchange_strong(x, &expected, r + 1) ? r : 9;
    default:
        return r;
    }
}

static long run(struct object *o, int operation)
{
    bool locks = scripts[operation].steps[0].kind == LOCK;
    int r = 0;

    if (locks)
        pthread_mutex_lock(&o->lock);
    for (int i = 0; i < scripts[operation].length; i++)
        r = make_step(o, &scripts[operation].steps[i], r);
    if (locks)
        pthread_mutex_unlock(&o->lock);
    return r;
}

static void *create(void)
{
    struct object *o = calloc(1, sizeof *o);

    pthread_mutex_init(&o->lock, NULL);
    return o;
}

static long first(void *object)
{
    return run(object, 0);
}

static long second(void *object)
{
    return run(object, 1);
}

static void draw(unsigned seed)
{
    srand(seed);
    for (int o = 0; o < OPERATIONS; o++) {
        scripts[o].length = 1 + rand() % STEPS;
        for (int i = 0; i < STEPS; i++)
            scripts[o].steps[i] = (struct step){
                .kind = rand() % (i ? LOCK : KINDS),
                .variable = rand() % VARIABLES,
                .number = 1 + rand() % 2,
            };
    }
}

/* ---- the definition ------------------------------------------------------ */

static int threads, length;
static atomic_int now;
static struct object *shared;
static struct {
    int operation, began, ended;
    long result;
} calls[MOST_CALLS];

static void *make_calls(void *thread)
{
    int begin = (int)(long)thread * length;

    for (int i = begin; i < begin + length; i++) {
        calls[i].began = atomic_fetch_add(&now, 1);
        calls[i].result = run(shared, calls[i].operation);
        calls[i].ended = atomic_fetch_add(&now, 1);
    }
    return NULL;
}

/* Is there an order of those that are not placed yet? `order` has the others. */
static bool explains(int *order, int count)
{
    struct object *o = create();
    bool is_explained = true, found = false;

    for (int i = 0; i < count; i++)
        is_explained &=
            run(o, calls[order[i]].operation) == calls[order[i]].result;
    free(o);
    if (!is_explained || count == threads * length)
        return is_explained;
    for (int c = 0; c < threads * length && !found; c++) {
        bool may_come = true;

        for (int i = 0; i < count; i++)
            may_come &= order[i] != c;
        for (int d = 0; d < threads * length; d++) {
            bool is_placed = d == c;

            for (int i = 0; i < count; i++)
                is_placed |= order[i] == d;
            may_come &= is_placed || calls[d].ended > calls[c].began;
        }
        order[count] = c;
        found = may_come && explains(order, count + 1);
    }
    return found;
}

static void by_definition(void *unused)
{
    pthread_t t[MOST_CALLS];
    int order[MOST_CALLS];

    for (int i = 0; i < threads * length; i++)
        calls[i].operation = (int)mz_choose(OPERATIONS);
    shared = create();
    for (long i = 0; i < threads; i++)
        pthread_create(&t[i], NULL, make_calls, (void *)i);
    for (int i = 0; i < threads; i++)
        pthread_join(t[i], NULL);
    assert(explains(order, 0));
    (void)unused;
}

/* ---- both ---------------------------------------------------------------- */

int main(int count, char **arguments)
{
    static const struct mz_object object = {
        .create = create,
        .destroy = free,
        .operations = {MZ_OP(first), MZ_OP(second)},
    };
    unsigned seed = count > 1 ? (unsigned)atoi(arguments[1]) : 1;
    unsigned end = seed + (count > 2 ? (unsigned)atoi(arguments[2]) : 1);
    int seen[2] = {0};

    for (; seed < end; seed++) {
        const struct mz_options quietly = {.quiet = 1};
        int expected, found;

        threads = seed % 3 ? 2 : 3;
        length = threads == 2 ? 2 : 1;
        draw(seed);
        found = mz_linearizable(&object, &(struct mz_scenario){
                                             .threads = (unsigned)threads,
                                             .length = (unsigned)length,
                                             .options = quietly,
                                         });
        expected = mz_check(by_definition, NULL, &quietly);
        if (found != expected) {
            printf("seed %u: %d, by definition %d\n%s", seed, found, expected,
                   mz_report());
            return 1;
        }
        seen[expected == MZ_CHECK_SAFE]++;
    }
    printf("%d not linearizable, %d linearizable\n", seen[0], seen[1]);
    return 0;
}

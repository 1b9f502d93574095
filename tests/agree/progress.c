/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What .progress of mz_linearizable says of random objects, and what all their
 * states say: the object is not obstruction-free if some thread, alone from some
 * state on, comes to the same state twice; it is not lock-free if there is any
 * circle of states, since each call that returns leads out of it.
 *
 * An operation is a few instructions on two variables, with jumps. Usage:
 * progress FIRST-SEED COUNT.
 */
#include <mazurka.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VARIABLES = 2, VALUES = 3, MOST = 5, OPERATIONS = 2, THREADS = 2 };

enum kind { LOAD, STORE, EXCHANGE, COMPARE_EXCHANGE, JUMP, KINDS };

struct instruction {
    enum kind kind;
    int variable, number, second; /* JUMP to `second`, unless r is `number` */
};

static struct {
    int length;
    struct instruction at[MOST];
} scripts[OPERATIONS];

static void draw(unsigned seed)
{
    srand(seed);
    for (int o = 0; o < OPERATIONS; o++) {
        scripts[o].length = 2 + rand() % (MOST - 1);
        for (int i = 0; i < MOST; i++) {
            struct instruction *at = &scripts[o].at[i];

            at->kind = i ? rand() % KINDS : rand() % JUMP;
            if (at->kind == LOAD && rand() % 2)
                at->kind = JUMP;
            if (!i && at->kind == JUMP)
                at->kind = LOAD;
            at->variable = rand() % VARIABLES;
            at->number = rand() % VALUES;
            at->second = at->kind == JUMP ? rand() % (scripts[o].length + 1)
                                          : rand() % VALUES;
        }
    }
}

/* ---- the object ---------------------------------------------------------- */

struct object {
    atomic_int x[VARIABLES];
};

static long run(struct object *o, int operation)
{
    int r = 0;

    for (int pc = 0; pc < scripts[operation].length;) {
        const struct instruction *i = &scripts[operation].at[pc++];
        atomic_int *x = &o->x[i->variable];

        switch (i->kind) {
        case LOAD:
            r = atomic_load(x);
            break;
        case STORE:
            atomic_store(x, i->number);
            break;
        case EXCHANGE:
            r = atomic_exchange(x, i->number);
            break;
        case COMPARE_EXCHANGE:
            r = i->number;
            atomic_compare_exchange_strong(x, &r, i->second);
            break;
        default:
            pc = r == i->number ? pc : i->second;
        }
    }
    return 0;
}

static void *create(void)
{
    return calloc(1, sizeof(struct object));
}

static long first(void *object)
{
    return run(object, 0);
}

static long second(void *object)
{
    return run(object, 1);
}

static long nothing(void *unused)
{
    (void)unused;
    return 0;
}

/* ---- all its states ------------------------------------------------------ */

enum {
    LENGTH = 1,
    PLACES = LENGTH * (MOST + 1), /* of a thread */
    LOCALS = PLACES * VALUES,
    STATES = 9 * LOCALS * LOCALS
};

/* Which operation the call is, of each thread; calls[t] of them. */
static int calls[THREADS], operation[THREADS][LENGTH];

struct state {
    int x[VARIABLES], call[THREADS], pc[THREADS], r[THREADS];
};

static int number_of(const struct state *s)
{
    int n = s->x[0] * VALUES + s->x[1];

    for (int t = 0; t < THREADS; t++)
        n = (n * PLACES + (s->call[t] == calls[t]
                               ? PLACES - 1
                               : s->call[t] * (MOST + 1) + s->pc[t])) *
                VALUES +
            s->r[t];
    return n;
}

/* False: it has no more calls. A call ends with its last instruction, and jumps
 * are none of their own: nobody sees them. */
static bool step(struct state *s, int t)
{
    const struct instruction *i;
    int *x, old, o, jumps = 0;

    if (s->call[t] == calls[t])
        return false;
    o = operation[t][s->call[t]];
    i = &scripts[o].at[s->pc[t]++];
    x = &s->x[i->variable];
    old = *x;
    if (i->kind == LOAD || i->kind == EXCHANGE)
        s->r[t] = old;
    if (i->kind == STORE || i->kind == EXCHANGE)
        *x = i->number;
    if (i->kind == COMPARE_EXCHANGE) {
        s->r[t] = old;
        *x = old == i->number ? i->second : old;
    }
    while (s->pc[t] < scripts[o].length &&
           scripts[o].at[s->pc[t]].kind == JUMP && jumps++ <= MOST) {
        i = &scripts[o].at[s->pc[t]];
        s->pc[t] = s->r[t] == i->number ? s->pc[t] + 1 : i->second;
    }
    if (s->pc[t] < scripts[o].length)
        return true;
    s->call[t]++;
    s->pc[t] = s->r[t] = 0;
    return true;
}

static bool is_endless_alone(struct state s, int t)
{
    int call = s.call[t];

    for (int i = 0; i < 9 * LOCALS; i++)
        if (!step(&s, t) || s.call[t] != call)
            return false;
    return true;
}

static unsigned char visits[STATES]; /* 1: on the way, 2: done */
static bool alone, circle;

static void visit(struct state s)
{
    int n = number_of(&s);

    circle |= visits[n] == 1;
    if (visits[n])
        return;
    visits[n] = 1;
    for (int t = 0; t < THREADS; t++) {
        struct state next = s;

        alone |= is_endless_alone(s, t);
        if (step(&next, t))
            visit(next);
    }
    visits[n] = 2;
}

/* A jump may lead to itself, with nothing in between: that is another error. */
static bool jumps_for_ever(int o)
{
    for (int r = 0; r < VALUES; r++)
        for (int pc = 0; pc < scripts[o].length; pc++) {
            int at = pc, jumps = 0;

            while (at < scripts[o].length && scripts[o].at[at].kind == JUMP &&
                   jumps++ <= MOST)
                at = r == scripts[o].at[at].number ? at + 1
                                                   : scripts[o].at[at].second;
            if (jumps > MOST)
                return true;
        }
    return false;
}

static void look_at_all(void)
{
    alone = circle = false;
    for (int choice = 0; choice < 1 << (THREADS * LENGTH); choice++)
        for (int lengths = 0; lengths < 1 << THREADS; lengths++) {
            for (int t = 0; t < THREADS; t++) {
                calls[t] = lengths >> t & 1 ? LENGTH : 1;
                for (int c = 0; c < LENGTH; c++)
                    operation[t][c] = choice >> (t * LENGTH + c) & 1;
            }
            memset(visits, 0, sizeof visits);
            visit((struct state){{0}, {0}, {0}, {0}});
        }
}

/* ---- both ---------------------------------------------------------------- */

static int ask(enum mz_freedom progress)
{
    const struct mz_object object = {
        .create = create,
        .destroy = free,
        .operations = {MZ_OP(first), MZ_OP(second)},
        .model = {.operations = {MZ_OP(nothing), MZ_OP(nothing)}},
    };

    return mz_linearizable(
        &object, &(struct mz_scenario){
                     .length = LENGTH,
                     .progress = progress,
                     .options = {.quiet = 1, .max_executions = 20000}});
}

int main(int count, char **arguments)
{
    unsigned seed = count > 1 ? (unsigned)atoi(arguments[1]) : 1;
    unsigned end = seed + (count > 2 ? (unsigned)atoi(arguments[2]) : 1);
    int free_of_both = 0, of_locks = 0, of_none = 0, unknown = 0;

    for (; seed < end; seed++) {
        int said;

        draw(seed);
        if (jumps_for_ever(0) || jumps_for_ever(1))
            continue;
        look_at_all();
        said = ask(MZ_LOCK_FREE);
        if (said == MZ_CHECK_INCOMPLETE)
            unknown++;
        else if (said != (circle ? MZ_CHECK_ERROR : MZ_CHECK_SAFE))
            printf("seed %u: %d, alone %d, circle %d\n%s", seed, said, alone,
                   circle, mz_report());
        free_of_both += !circle && !said;
        of_locks += circle && !alone;
        of_none += alone;
        if (circle && !alone)
            said = ask(MZ_OBSTRUCTION_FREE);
        if (circle && !alone && said != MZ_CHECK_INCOMPLETE)
            printf("seed %u: %d of what is obstruction-free\n", seed, said);
    }
    printf("%d lock-free, %d obstruction-free only, %d neither, %d unknown\n",
           free_of_both, of_locks, of_none, unknown);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Litmus tests of models of memory: see litmus.py. The argument says which; its
 * weak outcome fails an assertion.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 4, CODE = 8, PLACES = 3 };
enum { X, Y, Z };
enum { RLX, ACQ, REL, AR, SC };
enum { NOTHING, LOAD, STORE, COPIES, ADDS, EXCHANGES, COMPARES, FENCE, ENDS };

struct step {
    int op, place, order, value, expected;
};

#define R(place, order) {LOAD, place, order, 0, 0}
#define W(place, value, order) {STORE, place, order, value, 0}
#define COPY(place, order) {COPIES, place, order, 0, 0} /* what was read */
#define INC(place, order) {COPIES, place, order, 1, 0}  /* and one more */
#define ADD(place, value, order) {ADDS, place, order, value, 0}
#define XCHG(place, value, order) {EXCHANGES, place, order, value, 0}
#define CAS(place, expected, value, order) \
    {COMPARES, place, order, value, expected}
#define F(order) {FENCE, 0, order, 0, 0}
#define UNLESS_0 {ENDS, 0, 0, 0, 0} /* if another value was read */

struct test {
    const char *name;
    struct step code[THREADS][CODE];
    const char *reads[THREADS]; /* begin so, of each thread */
    const char *final;          /* NULL: it does not matter */
};

static const struct test tests[] = {
    {"SB rlx",
     {{W(X, 1, RLX), R(Y, RLX)},
      {W(Y, 1, RLX), R(X, RLX)}},
     {"0", "0"}, NULL},
    {"SB rel/acq",
     {{W(X, 1, REL), R(Y, ACQ)},
      {W(Y, 1, REL), R(X, ACQ)}},
     {"0", "0"}, NULL},
    {"SB sc",
     {{W(X, 1, SC), R(Y, SC)},
      {W(Y, 1, SC), R(X, SC)}},
     {"0", "0"}, NULL},
    {"SB + sc fences",
     {{W(X, 1, RLX), F(SC), R(Y, RLX)},
      {W(Y, 1, RLX), F(SC), R(X, RLX)}},
     {"0", "0"}, NULL},
    {"SB + one sc fence",
     {{W(X, 1, RLX), F(SC), R(Y, RLX)},
      {W(Y, 1, RLX), R(X, RLX)}},
     {"0", "0"}, NULL},
    {"SB + acq_rel fences",
     {{W(X, 1, RLX), F(AR), R(Y, RLX)},
      {W(Y, 1, RLX), F(AR), R(X, RLX)}},
     {"0", "0"}, NULL},
    {"SB + rmw read (FAA 0)",
     {{W(X, 1, RLX), ADD(Y, 0, AR)},
      {W(Y, 1, RLX), ADD(X, 0, AR)}},
     {"0", "0"}, NULL},
    {"SB rmw writes",
     {{XCHG(X, 1, AR), R(Y, RLX)},
      {XCHG(Y, 1, AR), R(X, RLX)}},
     {"00", "00"}, NULL},
    {"MP rlx",
     {{W(X, 1, RLX), W(Y, 1, RLX)},
      {R(Y, RLX), R(X, RLX)}},
     {"", "10"}, NULL},
    {"MP rel/rlx",
     {{W(X, 1, RLX), W(Y, 1, REL)},
      {R(Y, RLX), R(X, RLX)}},
     {"", "10"}, NULL},
    {"MP rel/acq",
     {{W(X, 1, RLX), W(Y, 1, REL)},
      {R(Y, ACQ), R(X, RLX)}},
     {"", "10"}, NULL},
    {"MP fences rel/acq",
     {{W(X, 1, RLX), F(REL), W(Y, 1, RLX)},
      {R(Y, RLX), F(ACQ), R(X, RLX)}},
     {"", "10"}, NULL},
    {"MP rel store, acq fence",
     {{W(X, 1, RLX), W(Y, 1, REL)},
      {R(Y, RLX), F(ACQ), R(X, RLX)}},
     {"", "10"}, NULL},
    {"MP release sequence through rlx rmw",
     {{W(X, 1, RLX), W(Y, 1, REL)},
      {ADD(Y, 1, RLX)},
      {R(Y, ACQ), R(X, RLX)}},
     {"", "1", "20"}, NULL},
    {"MP release sequence, same-thread rlx store",
     {{W(X, 1, RLX), W(Y, 1, REL), W(Y, 2, RLX)},
      {R(Y, ACQ), R(X, RLX)}},
     {"", "20"}, NULL},
    {"MP broken by other thread rlx store",
     {{W(X, 1, RLX), W(Y, 1, REL)},
      {R(Y, RLX), W(Y, 2, RLX)},
      {R(Y, ACQ), R(X, RLX)}},
     {"", "1", "20"}, NULL},
    {"LB rlx",
     {{R(X, RLX), W(Y, 1, RLX)},
      {R(Y, RLX), W(X, 1, RLX)}},
     {"1", "1"}, NULL},
    {"LB+data (OOTA)",
     {{R(X, RLX), COPY(Y, RLX)},
      {R(Y, RLX), COPY(X, RLX)}},
     {"1", "1"}, NULL},
    {"IRIW rlx",
     {{W(X, 1, RLX)},
      {W(Y, 1, RLX)},
      {R(X, RLX), R(Y, RLX)},
      {R(Y, RLX), R(X, RLX)}},
     {"", "", "10", "10"}, NULL},
    {"IRIW rel/acq",
     {{W(X, 1, REL)},
      {W(Y, 1, REL)},
      {R(X, ACQ), R(Y, ACQ)},
      {R(Y, ACQ), R(X, ACQ)}},
     {"", "", "10", "10"}, NULL},
    {"IRIW sc",
     {{W(X, 1, SC)},
      {W(Y, 1, SC)},
      {R(X, SC), R(Y, SC)},
      {R(Y, SC), R(X, SC)}},
     {"", "", "10", "10"}, NULL},
    {"IRIW sc fences",
     {{W(X, 1, RLX)},
      {W(Y, 1, RLX)},
      {R(X, RLX), F(SC), R(Y, RLX)},
      {R(Y, RLX), F(SC), R(X, RLX)}},
     {"", "", "10", "10"}, NULL},
    {"IRIW acq + sc writes only",
     {{W(X, 1, SC)},
      {W(Y, 1, SC)},
      {R(X, ACQ), R(Y, ACQ)},
      {R(Y, ACQ), R(X, ACQ)}},
     {"", "", "10", "10"}, NULL},
    {"2+2W rlx",
     {{W(X, 1, RLX), W(Y, 2, RLX)},
      {W(Y, 1, RLX), W(X, 2, RLX)}},
     {""}, "11"},
    {"2+2W rel",
     {{W(X, 1, REL), W(Y, 2, REL)},
      {W(Y, 1, REL), W(X, 2, REL)}},
     {""}, "11"},
    {"2+2W sc",
     {{W(X, 1, SC), W(Y, 2, SC)},
      {W(Y, 1, SC), W(X, 2, SC)}},
     {""}, "11"},
    {"2+2W sc fences",
     {{W(X, 1, RLX), F(SC), W(Y, 2, RLX)},
      {W(Y, 1, RLX), F(SC), W(X, 2, RLX)}},
     {""}, "11"},
    {"WRC rlx",
     {{W(X, 1, RLX)},
      {R(X, RLX), W(Y, 1, RLX)},
      {R(Y, RLX), R(X, RLX)}},
     {"", "1", "10"}, NULL},
    {"WRC rel/acq",
     {{W(X, 1, REL)},
      {R(X, ACQ), W(Y, 1, REL)},
      {R(Y, ACQ), R(X, ACQ)}},
     {"", "1", "10"}, NULL},
    {"ISA2 rlx",
     {{W(X, 1, RLX), W(Y, 1, RLX)},
      {R(Y, RLX), W(Z, 1, RLX)},
      {R(Z, RLX), R(X, RLX)}},
     {"", "1", "10"}, NULL},
    {"ISA2 rel/acq",
     {{W(X, 1, RLX), W(Y, 1, REL)},
      {R(Y, ACQ), W(Z, 1, REL)},
      {R(Z, ACQ), R(X, RLX)}},
     {"", "1", "10"}, NULL},
    {"RWC rel/acq",
     {{W(X, 1, REL)},
      {R(X, ACQ), R(Y, ACQ)},
      {W(Y, 1, REL), R(X, ACQ)}},
     {"", "10", "0"}, NULL},
    {"RWC sc fences",
     {{W(X, 1, RLX)},
      {R(X, ACQ), F(SC), R(Y, ACQ)},
      {W(Y, 1, RLX), F(SC), R(X, ACQ)}},
     {"", "10", "0"}, NULL},
    {"W+RWC sc fences",
     {{W(X, 1, RLX), W(Z, 1, REL)},
      {R(Z, ACQ), F(SC), R(Y, RLX)},
      {W(Y, 1, RLX), F(SC), R(X, RLX)}},
     {"", "10", "0"}, NULL},
    {"Z6.U",
     {{W(X, 1, SC), W(Y, 1, REL)},
      {ADD(Y, 1, SC), R(Y, RLX)},
      {W(Y, 3, SC), R(X, SC)}},
     {"", "13", "0"}, NULL},
    {"CoRR",
     {{W(X, 1, RLX)},
      {W(X, 2, RLX)},
      {R(X, RLX), R(X, RLX)},
      {R(X, RLX), R(X, RLX)}},
     {"", "", "12", "21"}, NULL},
    {"CoRR init",
     {{W(X, 1, RLX)},
      {R(X, RLX), R(X, RLX)}},
     {"", "10"}, NULL},
    {"CoWW",
     {{W(X, 1, RLX), W(X, 2, RLX)}},
     {""}, "1"},
    {"CoWR",
     {{W(X, 1, RLX), R(X, RLX)},
      {W(X, 2, RLX)}},
     {"2", ""}, "1"},
    {"CoRW1",
     {{R(X, RLX), W(X, 1, RLX)}},
     {"1"}, NULL},
    {"CoRW2",
     {{R(X, RLX), W(X, 1, RLX)},
      {W(X, 2, RLX)}},
     {"2", ""}, "2"},
    {"atomicity, two FAA lose one",
     {{ADD(X, 1, RLX)},
      {ADD(X, 1, RLX)}},
     {""}, "1"},
    {"FAA/store atomicity",
     {{ADD(X, 1, RLX)},
      {W(X, 5, RLX)}},
     {"0", ""}, "1"},
    {"two CAS both win",
     {{CAS(X, 0, 1, RLX)},
      {CAS(X, 0, 2, RLX)}},
     {"0", "0"}, NULL},
    {"Dekker entry, no fences",
     {{W(X, 1, RLX), R(Y, RLX), UNLESS_0, R(Z, RLX), INC(Z, RLX)},
      {W(Y, 1, RLX), R(X, RLX), UNLESS_0, R(Z, RLX), INC(Z, RLX)}},
     {"0", "0"}, NULL},
    {"Dekker entry, sc fences",
     {{W(X, 1, RLX), F(SC), R(Y, RLX), UNLESS_0, R(Z, RLX), INC(Z, RLX)},
      {W(Y, 1, RLX), F(SC), R(X, RLX), UNLESS_0, R(Z, RLX), INC(Z, RLX)}},
     {"0", "0"}, NULL},
    {"Dekker entry, acq_rel fences",
     {{W(X, 1, RLX), F(AR), R(Y, RLX), UNLESS_0, R(Z, RLX), INC(Z, RLX)},
      {W(Y, 1, RLX), F(AR), R(X, RLX), UNLESS_0, R(Z, RLX), INC(Z, RLX)}},
     {"0", "0"}, NULL},
};

static atomic_int places[PLACES];
static char reads[THREADS][CODE + 1];
static const struct test *test;

/* Orders must be known to the compiler, and be some that the operation has. */
#define RELAXED(how) case RLX: how(memory_order_relaxed); break;
#define ACQUIRES(how) case ACQ: how(memory_order_acquire); break;
#define RELEASES(how) case REL: how(memory_order_release); break;
#define DOES_BOTH(how) case AR: how(memory_order_acq_rel); break;
#define STRONGEST(how) default: how(memory_order_seq_cst);

#define LOAD_BY(how) RELAXED(how) ACQUIRES(how) STRONGEST(how)
#define STORE_BY(how) RELAXED(how) RELEASES(how) STRONGEST(how)
#define UPDATE_BY(how)                               \
    RELAXED(how) ACQUIRES(how) RELEASES(how)         \
    DOES_BOTH(how) STRONGEST(how)
#define FENCE_BY(how) ACQUIRES(how) RELEASES(how) DOES_BOTH(how) STRONGEST(how)
#define IN_ORDER(how, operation) switch (s->order) { operation##_BY(how) }

#define DO_LOAD(o) value = atomic_load_explicit(place, o)
#define DO_STORE(o) atomic_store_explicit(place, wanted, o)
#define DO_ADD(o) value = atomic_fetch_add_explicit(place, s->value, o)
#define DO_EXCHANGE(o) value = atomic_exchange_explicit(place, s->value, o)
#define DO_COMPARE(o)                                                     \
    atomic_compare_exchange_strong_explicit(place, &value, s->value, o,   \
                                            memory_order_relaxed)
#define DO_FENCE(o) atomic_thread_fence(o)

static void *run(void *arg)
{
    int t = *(const int *)arg, value = 0, count = 0;

    for (const struct step *s = test->code[t]; s->op; s++) {
        atomic_int *place = &places[s->place];
        int wanted = s->value + (s->op == COPIES ? value : 0);

        switch (s->op) {
        case LOAD: IN_ORDER(DO_LOAD, LOAD); break;
        case STORE:
        case COPIES: IN_ORDER(DO_STORE, STORE); break;
        case ADDS: IN_ORDER(DO_ADD, UPDATE); break;
        case EXCHANGES: IN_ORDER(DO_EXCHANGE, UPDATE); break;
        case COMPARES:
            value = s->expected;
            IN_ORDER(DO_COMPARE, UPDATE);
            break;
        case FENCE: IN_ORDER(DO_FENCE, FENCE); break;
        default:
            if (value)
                return NULL;
        }
        if (s->op != STORE && s->op != COPIES && s->op != FENCE &&
            s->op != ENDS)
            reads[t][count++] = '0' + value;
    }
    return NULL;
}

static int is_weak(void)
{
    for (int t = 0; t < THREADS; t++)
        if (test->reads[t] && strncmp(reads[t], test->reads[t],
                                      strlen(test->reads[t])))
            return 0;
    for (int p = 0; test->final && test->final[p]; p++)
        if (places[p] != test->final[p] - '0')
            return 0;
    return 1;
}

int main(int argc, char **argv)
{
    static int numbers[THREADS] = {0, 1, 2, 3};
    pthread_t threads[THREADS];
    int count = 0;

    for (size_t i = 0; argc > 1 && i < sizeof tests / sizeof *tests; i++)
        if (!strcmp(tests[i].name, argv[1]))
            test = &tests[i];
    if (!test)
        return 2;
    for (; count < THREADS && test->code[count][0].op; count++)
        pthread_create(&threads[count], NULL, run, &numbers[count]);
    for (int t = 0; t < count; t++)
        pthread_join(threads[t], NULL);
    assert(!is_weak());
    return 0;
}

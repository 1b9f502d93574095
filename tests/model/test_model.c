/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The model by hand: scripts whose counts are known from combinatorics or from
 * the papers, what each instruction does, and scripts that once were wrong.
 */
#include "random_script.h"
#include "search.h"
#include "shrink.h"
#include "unfold/alternative.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct mz_script parsed(const char *text)
{
    struct mz_script script;
    const char *wrong = mz_script_parse(&script, text);

    if (wrong)
        fail_msg("%s in\n%s", wrong, text);
    return script;
}

static struct mz_search searched(const struct mz_script *script,
                                 const char *algorithm, bool sleep_sets,
                                 enum mz_relation relation)
{
    struct mz_search search = {
        .algorithm = algorithm,
        .sleep_sets = sleep_sets,
        .relation = relation,
        .limit = 1000000,
    };

    mz_search_run(&search, script);
    if (search.wrong)
        fail_msg("%s: %s", algorithm, search.wrong);
    assert_false(search.too_large);
    return search;
}

/* What is to be counted; relation add, unless told. */
struct expected {
    const char *script;
    unsigned interleavings; /* 0: not told */
    unsigned traces;
    unsigned traces_object; /* 0: as many */
    unsigned traces_opaque; /* the same */
    unsigned deadlocked;    /* traces, also if reads commute but not outcomes */
    unsigned assume_blocked;
};

static unsigned traces_expected(const struct expected *expected,
                                enum mz_relation relation)
{
    unsigned apart = relation == MZ_RELATION_OBJECT   ? expected->traces_object
                     : relation == MZ_RELATION_OPAQUE ? expected->traces_opaque
                                                      : 0;

    return apart ? apart : expected->traces;
}

static void check_traces(const struct mz_script *script,
                         const struct expected *expected,
                         enum mz_relation relation)
{
    unsigned traces = traces_expected(expected, relation);

    for (size_t i = 0; i < mz_algorithm_count; i++) {
        struct mz_search s;

        if (mz_algorithms[i].reduction >= MZ_REDUCTION_REPEATED ||
            !(mz_algorithms[i].relations >> relation & 1))
            continue;
        s = searched(script, mz_algorithms[i].name, true, relation);
        if (s.unsupported) {
            mz_search_free(&s);
            continue;
        }
        assert_int_equal(s.traces.count, traces);
        assert_int_equal(mz_oracle_sum(s.executions), traces);
        if (relation != MZ_RELATION_OBJECT) {
            assert_int_equal(s.executions[MZ_DEADLOCK], expected->deadlocked);
            assert_int_equal(s.executions[MZ_ASSUME_BLOCKED],
                             expected->assume_blocked);
        }
        mz_search_free(&s);
    }
}

static void check_counts(const struct expected *expected)
{
    struct mz_script script = parsed(expected->script);
    struct mz_search all = searched(&script, "naive", false, MZ_RELATION_ADD);

    if (expected->interleavings)
        assert_int_equal(mz_oracle_sum(all.executions),
                         expected->interleavings);
    assert_int_equal(all.traces.count, expected->traces);
    mz_search_free(&all);
    /* With atomic blocks the outcomes that rw wants to foresee are unknown. */
    if (!mz_script_has(&script, MZ_SCRIPT_ATOMIC))
        check_traces(&script, expected, MZ_RELATION_ADD);
    check_traces(&script, expected, MZ_RELATION_OBJECT);
    check_traces(&script, expected, MZ_RELATION_OPAQUE);
}

static void check_few(const char *script, unsigned interleavings,
                      unsigned traces)
{
    check_counts(&(struct expected){
        .script = script, .interleavings = interleavings, .traces = traces});
}

/* ---- combinatorics, and the papers' programs ----------------------------- */

static void one_variable(void **state)
{
    (void)state;
    check_few("0: create 1; x0 = 1\n"
              "1: x0 = 2\n",
              2, 2);
    check_few("0: create 1; x0 = 1; x0 = 1; x0 = 1\n"
              "1: x0 = 2; x0 = 2; x0 = 2\n",
              20, 20);
    check_few("0: create 1; x0 = 1; x0 = 1; x0 = 1; x0 = 1; x0 = 1\n"
              "1: x0 = 2; x0 = 2; x0 = 2; x0 = 2; x0 = 2\n",
              252, 252);
}

static void two_variables(void **state)
{
    (void)state;
    check_few("0: create 1; x0 = 1; x0 = 1; x0 = 1; x0 = 1\n"
              "1: x1 = 2; x1 = 2; x1 = 2; x1 = 2\n",
              70, 1);
    check_few("0: create 1; x0.lo = 1; x0.lo = 1; x0.lo = 1\n"
              "1: x0.hi = 2; x0.hi = 2; x0.hi = 2\n",
              20, 1);
}

static void only_reads(void **state)
{
    (void)state;
    check_counts(&(struct expected){.script = "0: create 1; create 2; r0 = x0\n"
                                              "1: r0 = x0; r1 = x0\n"
                                              "2: r0 = cas x0 1 2\n",
                                    .interleavings = 12,
                                    .traces = 1,
                                    .traces_object = 12,
                                    .traces_opaque = 6});
}

/* [AAJS17] Fig. 1: 2^N. */
static void readers(void **state)
{
    (void)state;
    check_counts(
        &(struct expected){.script = "0: create 1; create 2; create 3; x0 = 1\n"
                                     "1: r0 = x1; r1 = x0\n"
                                     "2: r0 = x2; r1 = x0\n"
                                     "3: r0 = x3; r1 = x0\n",
                           .interleavings = 630,
                           .traces = 8,
                           .traces_object = 24});
}

/* A race that is to be looked at again when only what follows it has changed:
 * else optimal-DPOR misses one of these traces. */
static void other_endings(void **state)
{
    (void)state;
    check_counts(&(struct expected){
        .script = "0: create 1; create 2\n"
                  "1: x1 = 2; r0 = x1\n"
                  "2: create 3; create 4; x1 = 1\n"
                  "3: x0 = 1; r0 = add x0 1\n"
                  "4: r0 = add x0 1; if r0 == 1 skip 1; r0 = x1\n",
        .interleavings = 480,
        .traces = 21,
        .traces_object = 27});
}

/* The same when only the value of a choice has, that a wakeup tree holds. */
static void other_values(void **state)
{
    (void)state;
    check_counts(&(struct expected){
        .script = "0: create 1; create 2; create 3; create 4\n"
                  "1: x1 = 1\n"
                  "2: r0 = x0\n"
                  "3: x0 = 1; r0 = choose 2\n"
                  "4: r0 = x0; r0 = x1; r0 = x0\n",
        .interleavings = 240,
        .traces = 24,
        .traces_object = 48});
}

/* The other value is there as part of a history, and the one that led to it is
 * not: else qpor misses one. */
static void values_of_a_history(void **state)
{
    (void)state;
    check_counts(&(struct expected){
        .script = "0: create 1; create 2; r0 = value s2\n"
                  "1: create 3\n"
                  "2: r0 = cas x0 0 2; r1 = choose 2; if r1 == 0 skip 1; "
                  "r0 = cas x0 0 2\n"
                  "3: r0 = cas x0 1 1; r0 = value s2\n",
        .interleavings = 42,
        .traces = 4,
        .traces_object = 10,
        .traces_opaque = 5});
}

/* Two threads choose first, after the same event; and a value of the second is
 * there when the first has chosen both: as part of a history. */
static void choices_after_one_event(void **state)
{
    (void)state;
    check_few("0: create 1; create 2; await x1 == 1; create 3; create 4\n"
              "1: x0 = 1\n"
              "2: x1 = 1\n"
              "3: r0 = choose 2\n"
              "4: r0 = choose 2; x0 = 2\n",
              16, 8);
}

/* What the await waits for goes and comes back in each part of its variable:
 * qpor must find it before both. (pop refuses it.) */
static void parts_that_come_back(void **state)
{
    (void)state;
    check_few("0: create 1; create 2; create 3\n"
              "1: x0.lo = 1; x0.lo = 0\n"
              "2: x0.hi = 1; x0.hi = 0\n"
              "3: await x0 == 0\n",
              14, 4);
}

/* The await comes before a write to each part of its variable: it is to be kept
 * until neither is in C or D. That of x0.lo, the part that is looked at first,
 * is the later of the two. */
static void kept_for_both_parts(void **state)
{
    (void)state;
    check_counts(&(struct expected){
        .script = "0: r0 = x0.lo; create 1; create 2; create 3\n"
                  "1: x0.hi = 1\n"
                  "2: x0.lo = 1\n"
                  "3: await x0 == 0\n",
        .interleavings = 4,
        .traces = 2,
        .deadlocked = 1});
}

/* [AAJS17] Fig. 11: (N + 3) 2^(N - 2). */
static void lastzero(void **state)
{
    (void)state;
    check_few("0: create 1; create 2; r0 = x2; if r0 == 0 skip 3; r0 = x1; "
              "if r0 == 0 skip 1; r0 = x0\n"
              "1: r0 = x0; x1 = 1\n"
              "2: r0 = x1; x2 = 1\n",
              35, 5);
    check_few(
        "0: create 1; create 2; create 3; r0 = x3; if r0 == 0 skip 5; "
        "r0 = x2; if r0 == 0 skip 3; r0 = x1; if r0 == 0 skip 1; r0 = x0\n"
        "1: r0 = x0; x1 = 1\n"
        "2: r0 = x1; x2 = 1\n"
        "3: r0 = x2; x3 = 1\n",
        920, 12);
}

/* [AAJS17] Fig. 12: 2 N!. */
static void wakeup_stress(void **state)
{
    (void)state;
    check_few("0: create 1; create 2; create 3; create 4; join 2; join 3; "
              "join 4; "
              "r0 = add x0 1\n"
              "1: r0 = add x0 1\n"
              "2: r0 = add x1 1\n"
              "3: r0 = add x1 1\n"
              "4: r0 = add x1 1\n",
              30, 12);
}

/* As many traces, each once, whatever k; and executions blocked: [k]. */
static void check_partial(const char *text, enum mz_relation relation,
                          unsigned traces, const unsigned blocked[4])
{
    struct mz_script script = parsed(text);

    for (unsigned k = 0; k < 4; k++) {
        struct mz_search s = {
            .algorithm = "qpor",
            .relation = relation,
            .k = k,
            .limit = 100,
        };

        mz_search_run(&s, &script);
        assert_null(s.wrong);
        assert_int_equal(s.traces.count, traces);
        assert_int_equal(s.executions[MZ_COMPLETE], traces);
        assert_int_equal(s.blocked, blocked[k]);
        mz_search_free(&s);
    }
}

/* [NRSCP18] Fig. 1, 2 N: with k = 1 alternatives forget which of the writers
 * the master came after, with k = 2 they do not. */
static void partial_alternatives(void **state)
{
    static const unsigned blocked[] = {[MZ_OPTIMAL] = 0, 9, 0, 0};

    (void)state;
    check_partial("0: create 1; create 2; create 3; create 4; create 5\n"
                  "1: x0 = 7\n"
                  "2: x1 = 8\n"
                  "3: x2 = 9\n"
                  "4: x3 = 1; x3 = 2\n"
                  "5: r0 = x3; if r0 != 0 skip 1; x0 = 1; "
                  "if r0 != 1 skip 1; x1 = 1; "
                  "if r0 != 2 skip 1; x2 = 1\n",
                  MZ_RELATION_OBJECT, 6, blocked);
}

/* What is in conflict with a read in D is so with a write there: with k = 2
 * they are one. (Else two executions are blocked.) */
static void partial_alternatives_to_reads(void **state)
{
    static const unsigned blocked[] = {[MZ_OPTIMAL] = 0, 7, 1, 0};

    (void)state;
    check_partial("0: create 1; create 2; create 3; r0 = trywait s0\n"
                  "1: post s0; x0 = 2\n"
                  "2: r0 = value s0; if r0 != 1 skip 1; x0 = 2\n"
                  "3: r0 = trywait s0; post s0\n",
                  MZ_RELATION_ADD, 51, blocked);
}

/* ---- what instructions do ------------------------------------------------ */

static void locks(void **state)
{
    (void)state;
    check_few("0: create 1; lock m0; unlock m0; lock m0; unlock m0\n"
              "1: lock m0; unlock m0\n",
              3, 3);
    check_counts(&(struct expected){
        .script = "0: create 1; lock m0; lock m1; unlock m1; unlock m0\n"
                  "1: lock m1; lock m0; unlock m0; unlock m1\n",
        .interleavings = 6,
        .traces = 3,
        .deadlocked = 1});
    check_counts(&(struct expected){.script = "0: lock m0; lock m0\n",
                                    .interleavings = 1,
                                    .traces = 1,
                                    .deadlocked = 1});
    /* An unlock of a lock that is not held does nothing. */
    check_few("0: create 1; unlock m0; lock m0; unlock m0; unlock m0\n"
              "1: unlock m0\n",
              1, 1);
    /* A thread that ends with its lock. */
    check_counts(&(struct expected){.script = "0: create 1; lock m0\n"
                                              "1: lock m0\n",
                                    .interleavings = 2,
                                    .traces = 2,
                                    .deadlocked = 2});
}

static void trylocks(void **state)
{
    (void)state;
    check_few("0: create 1; lock m0; unlock m0\n"
              "1: r0 = trylock m0; unlock m0\n",
              3, 3);
    check_few("0: r0 = trylock m0; r1 = trylock m0; if r1 == 0 skip 1; x0 = 1; "
              "unlock m0; lock m0; unlock m0\n",
              1, 1);
}

/* Who fails only reads: two that fail commute. */
static void compare_exchanges(void **state)
{
    (void)state;
    check_counts(
        &(struct expected){.script = "0: create 1; create 2; r0 = cas x0 0 1\n"
                                     "1: r0 = cas x0 0 1\n"
                                     "2: r0 = cas x0 0 1\n",
                           .interleavings = 6,
                           .traces = 3,
                           .traces_object = 6,
                           .traces_opaque = 6});
}

/* A condition that comes, goes, and comes again. */
static void awaits(void **state)
{
    (void)state;
    check_few("0: create 1; x0 = 1\n"
              "1: await x0 == 1\n",
              1, 1);
    check_counts(&(struct expected){.script = "0: create 1; x0 = 1\n"
                                              "1: await x0 != 1\n",
                                    .interleavings = 2,
                                    .traces = 2,
                                    .deadlocked = 1});
    check_few("0: create 1; x0 = 1; x0 = 0; x0 = 1\n"
              "1: await x0 > 0\n",
              2, 2);
    check_counts(&(struct expected){.script = "0: create 1; create 2; x0 = 1\n"
                                              "1: await x0 >= 1\n"
                                              "2: await x0 <= 1\n",
                                    .interleavings = 3,
                                    .traces = 2,
                                    .traces_object = 3});
    check_counts(&(struct expected){.script = "0: create 1; x0 = 2; join 1\n"
                                              "1: await x0 < 2; x0 = 1\n",
                                    .interleavings = 3,
                                    .traces = 3,
                                    .deadlocked = 1});
}

/* Of halves, and beside a compare-exchange that fails: see op.h. */
static void awaits_of_sizes(void **state)
{
    (void)state;
    check_few("0: create 1; x0.lo = 1; x0.hi = 1\n"
              "1: await x0.lo == 1\n",
              2, 1);
    check_counts(&(struct expected){.script =
                                        "0: create 1; x0.lo = 1; x0.hi = 1\n"
                                        "1: await x0 == 1\n",
                                    .interleavings = 2,
                                    .traces = 2,
                                    .deadlocked = 1});
    check_counts(&(struct expected){.script = "0: create 1; r0 = cas x0 1 2\n"
                                              "1: await x0 == 0\n",
                                    .interleavings = 2,
                                    .traces = 1,
                                    .traces_object = 2,
                                    .traces_opaque = 2});
    check_few("0: create 1; r0 = cas x0 1 2\n"
              "1: await x0.lo == 0\n",
              2, 2);
    /* All the writes to the other half may have to be left out. */
    check_counts(&(struct expected){
        .script = "0: create 1; create 2; x0.hi = 1\n"
                  "1: x0.lo = 1; x0.lo = 2; x0.lo = 3; x0.lo = 4; x0.lo = 5; "
                  "x0.lo = 6; x0.lo = 7; x0.lo = 8; x0.lo = 9; x0.lo = 10; "
                  "x0.lo = 11; x0.lo = 12; x0.lo = 13; x0.lo = 14; "
                  "x0.lo = 15; x0.lo = 16; x0.lo = 17\n"
                  "2: await x0 == 1\n",
        .interleavings = 35,
        .traces = 2,
        .deadlocked = 1});
}

/*
 * [AAJS17] Fig. 9: the await goes on only after the first of the threads before
 * it, alone. Two traces in the paper, whose relation looks at effects; all
 * accesses that write depend here, which makes 3! orders of them, and 2! more
 * with the await after the first.
 */
static void await_of_one(void **state)
{
    (void)state;
    check_counts(&(struct expected){
        .script = "0: create 1; create 2; create 3; r0 = add x0 1\n"
                  "1: r0 = add x0 2\n"
                  "2: r0 = add x0 4\n"
                  "3: await x0 == 1\n",
        .interleavings = 8,
        .traces = 8,
        .deadlocked = 6});
}

static void semaphores(void **state)
{
    (void)state;
    /* A lock. */
    check_few("0: create 1; create 2; post s0\n"
              "1: wait s0; x0 = 1; post s0\n"
              "2: wait s0; x0 = 2; post s0\n",
              2, 2);
    /* The wait after one post, after the other, after both. */
    check_counts(&(struct expected){.script = "0: create 1; create 2; post s0\n"
                                              "1: post s0\n"
                                              "2: wait s0\n",
                                    .interleavings = 4,
                                    .traces = 3,
                                    .traces_object = 4});
    check_counts(&(struct expected){.script = "0: create 1; create 2; post s0\n"
                                              "1: wait s0\n"
                                              "2: wait s0\n",
                                    .interleavings = 2,
                                    .traces = 2,
                                    .deadlocked = 2});
    check_counts(&(struct expected){.script = "0: create 1; post s0; post s0\n"
                                              "1: post s0; post s0\n",
                                    .interleavings = 6,
                                    .traces = 1,
                                    .traces_object = 6});
}

/* Those that fail, and who asks for the count, read the semaphore. */
static void semaphore_outcomes(void **state)
{
    (void)state;
    check_few("0: create 1; post s0\n"
              "1: r0 = trywait s0; x0 = r0\n",
              3, 2);
    check_counts(
        &(struct expected){.script = "0: create 1; create 2; r0 = trywait s0\n"
                                     "1: r0 = trywait s0\n"
                                     "2: r0 = value s0\n",
                           .interleavings = 6,
                           .traces = 1,
                           .traces_object = 6,
                           .traces_opaque = 6});
    check_few("0: create 1; r0 = value s0; r1 = value s0\n"
              "1: post s0\n",
              3, 3);
    check_few("0: create 1; post s0; r0 = trywait s0; if r0 == 1 skip 1; "
              "wait s0\n"
              "1: r0 = trywait s0; if r0 == 0 skip 1; post s0\n",
              4, 4);
}

/* Two threads that wait, once each, and a main that begins when both do. */
#define TWO_WAIT(ends)                                                \
    "0: create 1; create 2; await x0 == 2; lock m0; " ends "\n"       \
    "1: lock m0; r0 = add x0 1; sleep v0; unlock m0; wake v0; "       \
    "lock m0; unlock m0\n"                                            \
    "2: lock m0; r0 = add x0 1; sleep v0; unlock m0; wake v0; "       \
    "lock m0; unlock m0\n"

static void condition_variables(void **state)
{
    (void)state;
    /* The signal is lost, or wakes the thread up. */
    check_counts(&(struct expected){
        .script = "0: create 1; lock m0; signal v0; unlock m0\n"
                  "1: lock m0; sleep v0; unlock m0; wake v0; lock m0; unlock "
                  "m0\n",
        .interleavings = 3,
        .traces = 2,
        .deadlocked = 1});
    /* Who waits first, and who takes the lock first then; and, unless reads
     * commute, who wakes up first. */
    check_counts(
        &(struct expected){.script = TWO_WAIT("broadcast v0; unlock m0"),
                           .traces = 2 * 2,
                           .traces_object = 2 * 2 * 2,
                           .traces_opaque = 2 * 2 * 2});
    /* Who waits first, and who is woken up. */
    check_counts(&(struct expected){.script = TWO_WAIT("signal v0; unlock m0"),
                                    .traces = 2 * 2,
                                    .deadlocked = 2 * 2});
    /* Who waits first; then both signals come before anybody wakes up, as a
     * broadcast; or one of the two wakes up before the second. In each case
     * either takes the lock first. */
    check_counts(&(struct expected){
        .script = TWO_WAIT("signal v0; signal v0; unlock m0"),
        .traces = 2 * (1 + 2) * 2,
        .traces_object = 2 * (2 + 2) * 2,
        .traces_opaque = 2 * (2 + 2) * 2});
}
#undef TWO_WAIT

/*
 * Threads 1 and 2 wait, in this order; then comes a signal, and after it 3
 * waits, too. It never wakes up: the signal is for 1 or 2. If that one takes
 * the lock before 3 does, it has woken up before 3 waits; if after it, then
 * before or after.
 */
static void late_waiters(void **state)
{
    (void)state;
    check_counts(&(struct expected){
        .script = "0: create 1; create 2; create 3; await x0 == 2; lock m0; "
                  "signal v0; x0 = 3; unlock m0\n"
                  "1: lock m0; x0 = 1; sleep v0; unlock m0; wake v0; lock m0; "
                  "unlock m0\n"
                  "2: await x0 == 1; lock m0; x0 = 2; sleep v0; unlock m0; "
                  "wake v0; lock m0; unlock m0\n"
                  "3: await x0 == 3; lock m0; sleep v0; unlock m0; wake v0; "
                  "lock m0; unlock m0\n",
        .traces = 2 * (1 + 2),
        .deadlocked = 2 * (1 + 2),
    });
}

/* Time is over before the signal, and then either takes the lock first; or the
 * signal is lost; or it comes in time. */
static void timed_waits(void **state)
{
    (void)state;
    check_counts(&(struct expected){
        .script = "0: create 1; lock m0; signal v0; unlock m0\n"
                  "1: lock m0; sleep v0; unlock m0; r0 = timed v0; lock m0; "
                  "unlock m0\n",
        .traces = 2 + 1 + 1});
}

/* Main sees the flag, or it does not: then it waits before the flag is set, or
 * before the wake, or after. */
static void futex_flags(void **state)
{
    (void)state;
    check_counts(&(struct expected){
        .script = "0: create 1; r1 = x0.lo; if r1 == 1 skip 3; r0 = fwait x0.lo "
                  "0; r0 = fwoken x0.lo; r1 = x0.lo; join 1\n"
                  "1: x0.lo = 1; r0 = fwake x0.lo 1\n",
        .traces = 1 + 3});
    /* No wake. */
    check_counts(&(struct expected){
        .script = "0: create 1; r1 = x0.lo; if r1 == 1 skip 2; r0 = fwait x0.lo "
                  "0; r0 = fwoken x0.lo; join 1\n"
                  "1: x0.lo = 1\n",
        .interleavings = 3,
        .traces = 3,
        .deadlocked = 1});
    /* A wake that comes too early. */
    check_counts(&(struct expected){
        .script = "0: create 1; r0 = fwait x0.lo 0; r0 = fwoken x0.lo; join 1\n"
                  "1: r0 = fwake x0.lo 1; x0.lo = 1\n",
        .traces = 3,
        .deadlocked = 1});
    /* It may time out before it is woken up. */
    check_counts(&(struct expected){
        .script = "0: create 1; r0 = fwait x0.lo 0; r0 = ftimed x0.lo\n"
                  "1: x0.lo = 1; r0 = fwake x0.lo 1\n",
        .traces = 2 + 2});
}

/*
 * Two that wait. Both before the wake, in either order, and the flag is set
 * before, between or after these: 2 * 3. Either before the wake, and it finds
 * the flag set: 2; or sleeps, and goes on before or after the other comes:
 * 2 * 2. Both after the wake: 2.
 */
static void futex_wakes(void **state)
{
    (void)state;
#define TWO_WAIT(number)                                                   \
    "0: create 1; create 2; x0.lo = 1; r0 = fwake x0.lo " number "\n"      \
    "1: r0 = fwait x0.lo 0; r0 = fwoken x0.lo\n"                           \
    "2: r0 = fwait x0.lo 0; r0 = fwoken x0.lo\n"
    check_counts(&(struct expected){.script = TWO_WAIT("9"),
                                    .interleavings = 16,
                                    .traces = 2 * 3 + 2 + 2 * 2 + 2,
                                    .traces_object = 16,
                                    .traces_opaque = 16});
    /* Where both sleep, in either order, either is woken up. */
    check_counts(&(struct expected){.script = TWO_WAIT("1"),
                                    .interleavings = 16,
                                    .traces = 14 + 2,
                                    .deadlocked = 2 * 2});
#undef TWO_WAIT
}

/* Main looks as it ends: before the signal was sent, or after that, and then takes
 * it or puts it off. The sender does two things, of which main's look may come
 * before, between or after. */
static void handlers(void **state)
{
    (void)state;
    check_few("0: create 1; handler; x0 = 1\n"
              "1: kill 0\n",
              2 + 2, 1 + 2);
    /* There is a look before the semaphore's value is asked, and one before main
     * waits, which ends only if the handler has run: at the first look, at the
     * second one, having put it off at the first or not. Else it was put off
     * twice, or once, or sent too late; those could go on. */
    check_few("0: create 1; wait s0; handler; post s0\n"
              "1: kill 0\n",
              0, 3 + 3);
    /* The signal is sent before main blocks it no more, and taken at once; or after
     * main has looked as it ends; or between, and taken then or put off. */
    check_few("0: block; create 1; unblock; handler; x0 = 1\n"
              "1: block; kill 0\n",
              0, 1 + 1 + 2);
}

/* Who of two is the first to leave; and, unless reads commute, in which order
 * they leave, and unless posts do, arrive. */
static void barriers(void **state)
{
    (void)state;
    check_counts(&(struct expected){.script = "0: create 1; r0 = barrier z0\n"
                                              "1: r0 = barrier z0\n",
                                    .interleavings = 2 * 2,
                                    .traces = 2,
                                    .traces_object = 2 * 2});
    check_counts(&(struct expected){
        .script = "0: create 1; r0 = barrier z0; r0 = barrier z0\n"
                  "1: r0 = barrier z0; r0 = barrier z0\n",
        .traces = 2 * 2,
        .traces_object = 2 * 2 * 2 * 2});
    check_counts(&(struct expected){.script = "0: create 1\n"
                                              "1: r0 = barrier z0\n",
                                    .interleavings = 1,
                                    .traces = 1,
                                    .deadlocked = 1});
    /* One deadlock, or the other way round. */
    check_counts(&(struct expected){
        .script = "0: create 1; lock m0; r0 = barrier z0; unlock m0\n"
                  "1: lock m0; r0 = barrier z0; unlock m0\n",
        .traces = 2,
        .deadlocked = 2});
}

/* Who of two is the first: that begins the routine, and the other waits for its
 * end. The two halves are two objects, if parts of one count as that. */
static void routines_run_once(void **state)
{
    (void)state;
    check_counts(&(struct expected){.script = "0: create 1; once o0\n"
                                              "1: once o0\n",
                                    .interleavings = 2 * 2,
                                    .traces = 2});
    check_counts(&(struct expected){.script = "0: create 1; once o0; once o1\n"
                                              "1: once o1; once o0\n",
                                    .traces = 3});
}

static void choices(void **state)
{
    (void)state;
    check_few("0: r0 = choose 3; r1 = choose 2; x0 = r1\n", 6, 6);
    check_counts(&(struct expected){
        .script = "0: create 1; r0 = choose 2; assume r0 == 1; x0 = 1\n"
                  "1: x0 = 2\n",
        .interleavings = 3,
        .traces = 3,
        .assume_blocked = 1});
    /* Others go on; a false assumption is told before a deadlock. */
    check_counts(&(struct expected){.script = "0: create 1; join 1; x0 = 1\n"
                                              "1: assume r0 == 1\n",
                                    .interleavings = 1,
                                    .traces = 1,
                                    .assume_blocked = 1});
}

static void families(void **state)
{
    (void)state;
    /* A child's events come after its birth, a join after the child's. */
    check_few("0: x0 = 1; create 1; join 1; x0 = 1\n"
              "1: x0 = 2; create 2; join 2; x0 = 3\n"
              "2: x0 = 4\n",
              1, 1);
    /* A thread born only if the value is read; else not joined. */
    check_few("0: create 1; r0 = x0; if r0 == 0 skip 1; create 2; x0 = 2; "
              "join 2\n"
              "1: x0 = 1\n"
              "2: x0 = 3\n",
              4, 4);
    /* Threads without events, each born by the one before. */
    check_few("0: x0 = 1; create 1; x0 = 1\n"
              "1: create 2\n"
              "2: create 3\n"
              "3: x0 = 2\n",
              2, 2);
}

static void accesses_together(void **state)
{
    (void)state;
    check_few("0: create 1; together 2; r0 = x0; x1 = 1\n"
              "1: together 2; r0 = x1; x0 = 1\n",
              2, 2);
    check_counts(&(struct expected){
        .script = "0: create 1; together 2; r0 = x0; x1 = 1\n"
                  "1: together 2; r0 = x0; x2 = 1\n",
        .interleavings = 2,
        .traces = 1,
        .traces_object = 2});
}

/* They depend on all other events, whatever those do. */
static void atomic_blocks(void **state)
{
    (void)state;
    check_few("0: create 1; atomic 3; r0 = x0; if r0 == 0 skip 1; x0 = 1\n"
              "1: x1 = 1; lock m0; unlock m0\n",
              4, 4);
    check_counts(
        &(struct expected){.script = "0: create 1; create 2; atomic 1; x0 = 1\n"
                                     "1: r0 = x1\n"
                                     "2: r0 = x2\n",
                           .interleavings = 6,
                           .traces = 4,
                           .traces_object = 6});
}

static void assertions(void **state)
{
    static const char *const text =
        "0: create 1; r0 = x0; r1 = x1; if r1 == 1 skip 1; r0 = x1; "
        "assert r0 != 1\n"
        "1: x0 = 1; x1 = 1\n";
    struct mz_script script = parsed(text);

    (void)state;
    for (unsigned r = 0; r < MZ_RELATION_COUNT; r++) {
        struct mz_search s = searched(&script, "source", true, r);

        assert_int_not_equal(s.executions[MZ_ERROR], 0);
        mz_search_free(&s);
    }
}

/* ---- scripts that were wrong once ---------------------------------------- */

/* The compare-exchange fails after the write, and then is a read that commutes
 * with the other one; before the write it does not (mixed sizes). */
static void flipped_outcomes(void **state)
{
    (void)state;
    check_counts(
        &(struct expected){.script = "0: create 1; create 2; r0 = cas x0 0 1\n"
                                     "1: x2 = 1; x0.hi = 1\n"
                                     "2: r0 = x0.lo\n",
                           .interleavings = 12,
                           .traces = 4,
                           .traces_object = 4,
                           .traces_opaque = 4});
    /* The same of a block: before the write it writes x1, after it does not. */
    check_counts(&(struct expected){
        .script = "0: create 1; create 2; atomic 3; r0 = x0; "
                  "if r0 != 0 skip 1; x1 = 1\n"
                  "1: x2 = 1; x0 = 1\n"
                  "2: r0 = x1\n",
        .interleavings = 12,
        .traces = 6,
        .traces_object = 12});
}

/* ---- the tools ----------------------------------------------------------- */

static char *text_of(const struct mz_script *script)
{
    char *text;
    size_t size;
    FILE *memory = open_memstream(&text, &size);

    mz_script_print(script, memory);
    fclose(memory);
    return text;
}

static void print_and_parse(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        struct mz_script script, again;
        char *text, *text_again;

        mz_random_script(&script, seed % MZ_MIX_COUNT, seed);
        text = text_of(&script);
        again = parsed(text);
        text_again = text_of(&again);
        assert_string_equal(text, text_again);
        free(text);
        free(text_again);
    }
}

/* ---- which schedules sleep ----------------------------------------------- */

static void add_cases(struct mz_cases *sum, const struct mz_cases *cases)
{
    sum->contained += cases->contained;
    sum->conflicting += cases->conflicting;
    for (unsigned i = 0; i < MZ_COUNT(sum->inherited); i++)
        sum->inherited[i] += cases->inherited[i];
    sum->inherited_same += cases->inherited_same;
    sum->reading += cases->reading;
}

/* Each trace once, and none cut, as the oracle counts them. */
static void check_optimal(const struct mz_script *script,
                          enum mz_relation relation, struct mz_cases *cases)
{
    struct mz_oracle oracle = {
        .relation = relation, .memoise = true, .limit = 1000000};
    struct mz_search s = searched(script, "pop", true, relation);

    assert_true(mz_oracle_run(&oracle, script));
    if (s.traces.count != oracle.traces.count ||
        mz_oracle_sum(s.executions) != oracle.traces.count || s.blocked) {
        mz_script_print(script, stdout);
        fail_msg("%u traces of %u, %llu executions, %llu cut", s.traces.count,
                 oracle.traces.count,
                 (unsigned long long)mz_oracle_sum(s.executions),
                 (unsigned long long)s.blocked);
    }
    add_cases(cases, &s.cases);
    mz_oracle_free(&oracle);
    mz_search_free(&s);
}

/* The threads but main, in every order: the search prefers the least. */
static void check_orders(struct mz_script *script, unsigned first,
                         struct mz_cases *cases)
{
    struct mz_script_thread *threads = script->threads;

    if (first == script->thread_count) {
        check_optimal(script, MZ_RELATION_ADD, cases);
        check_optimal(script, MZ_RELATION_OBJECT, cases);
        return;
    }
    for (unsigned t = first; t < script->thread_count; t++) {
        struct mz_script_thread thread = threads[t];

        threads[t] = threads[first];
        threads[first] = thread;
        check_orders(script, first + 1, cases);
        threads[first] = threads[t];
        threads[t] = thread;
    }
}

static void sleeping_schedules(void **state)
{
    static const char *const texts[] = {
        /* Fig. 1 of [AADJS24]: x, y, z, g are x0 to x3. */
        "0: create 1; create 2; create 3; create 4\n"
        "1: x0 = 1\n"
        "2: x1 = 1; x2 = 1\n"
        "3: x3 = 1; r0 = x1; r1 = x0\n"
        "4: r0 = x1; r1 = x2; r2 = x0\n",
        /* What inherits outlives a write to the variable of what it has
         * inherited; line 11 of Algorithm 2 would discard it. */
        "0: create 1; create 2; create 3; create 4\n"
        "1: x0 = 1\n"
        "2: r0 = x1; r1 = x0\n"
        "3: r0 = x1; r1 = x0\n"
        "4: x1 = 1\n",
        /* Inherited over three schedules. */
        "0: create 1; create 2; create 3; create 4\n"
        "1: x1 = 1; x1 = 2; x1 = 1\n"
        "2: x1 = 1\n"
        "3: x0 = 2; r0 = x1; r1 = x1\n"
        "4: r0 = x1; x0 = 2; r1 = x0\n",
        /* What sigma has after a schedule in it counts for what that one's
         * order inherits in turn. */
        "0: create 1; create 2; x2 = 1; together 2; x1 = 1; r0 = cas x2 0 1; "
        "together 2; x1 = 1; x0 = 2\n"
        "1: r0 = x0; r0 = x2\n"
        "2: x1 = 1; x0 = 2; r0 = x2\n",
        /* The head itself is among the reads of R. */
        "0: create 1; create 2; create 3\n"
        "1: x0 = 1\n"
        "2: r0 = x1\n"
        "3: r0 = x0; x1 = 1; r1 = x0\n",
        "0: create 1; create 2; create 3; create 4\n"
        "1: x0 = 1\n"
        "2: x1 = 1\n"
        "3: r0 = x0\n"
        "4: r0 = x0; x1 = 1; r1 = x0\n",
        /* A head that fails after e conflicts with no reader there, */
        "0: create 1; create 2; create 3\n"
        "1: together 2; x0 = 2; r0 = cas x1 1 1; r0 = x0\n"
        "2: x1 = 1\n"
        "3: r0 = cas x0 0 1\n",
        "0: create 1; create 2; create 3\n"
        "1: together 2; r0 = cas x0 0 2; x1 = 2; r0 = cas x0 0 1; r0 = x1\n"
        "2: x1 = 1; r0 = cas x1 1 2\n"
        "3: x0 = 1\n",
        /* nor with what it would as a success where it is inherited, */
        "0: create 1; create 2; create 3\n"
        "1: together 2; x1 = 1; r0 = add x0 1; together 2; r0 = x0; r0 = x1\n"
        "2: x0 = 1; r0 = cas x0 1 2\n"
        "3: x1 = 1\n",
        "0: create 1; create 2; create 3\n"
        "1: together 2; x1 = 1; r0 = cas x0 0 2; together 2; r0 = x1; "
        "r0 = cas x0 1 1\n"
        "2: r0 = cas x1 0 2\n"
        "3: r0 = x0\n",
        /* and where two of them flip, that is told for each level. */
        "0: create 1; create 2; create 3\n"
        "1: x0 = 1; r0 = cas x0 0 1\n"
        "2: r0 = cas x0 1 2\n"
        "3: r0 = cas x0 1 2\n",
        /* Joins are part of schedules, too. */
        "0: create 1; create 3; r0 = x1\n"
        "1: create 2; r0 = cas x0 1 2; join 2; r0 = x1\n"
        "2: x0 = 1; r0 = x1\n"
        "3: x1 = 1; r0 = cas x1 1 1; r0 = cas x0 1 2\n",
        /* An await sleeps only where it could be executed. */
        "0: create 1; create 2; create 3; create 4\n"
        "1: x0 = 1\n"
        "2: post s0; await x0 < 1\n"
        "3: r0 = x0\n"
        "4: x0 = 2; post s0; x0 = 0\n",
        /* Executions that are shorter than what is kept for others. */
        "0: create 1; create 2\n"
        "1: r0 = add x0 1; await x0 == 1; r1 = exchange x0 2; r2 = add x0 1\n"
        "2: x0 = 2; await x0 == 0; x0 = 2; r0 = x0\n",
        /* Choices within schedules, and schedules within choices. */
        "0: create 1; create 2; create 3\n"
        "1: r0 = choose 2; x0 = r0\n"
        "2: r0 = choose 3; r1 = x0; x1 = r0\n"
        "3: r0 = x1; r1 = choose 2; r2 = x0; assume r1 == 1\n",
        /* Units of a semaphore, from several posters. */
        "0: create 1; create 2; create 3; create 4\n"
        "1: post s0; r0 = value s0\n"
        "2: post s0; r0 = trywait s0\n"
        "3: wait s0; r0 = trywait s0\n"
        "4: r0 = trywait s0; post s0\n",
    };
    struct mz_cases cases = {0};

    (void)state;
    for (unsigned i = 0; i < MZ_COUNT(texts); i++) {
        struct mz_script script = parsed(texts[i]);

        /* Not those of which others than main create threads. */
        check_orders(
            &script,
            mz_script_has(&script, MZ_SCRIPT_JOIN) ? script.thread_count : 1,
            &cases);
    }
    /* Every case of Proposition 1 has been met. */
    assert_true(cases.contained && cases.conflicting && cases.reading);
    assert_true(cases.inherited[0] && cases.inherited[1]);
    assert_true(cases.inherited[2] + cases.inherited[3]);
    assert_true(cases.inherited_same);
}

static void refused_scripts(void **state)
{
    static const char *const texts[] = {
        "",
        "1: x0 = 1",
        "0: x0 == 1",
        "0: x9 = 1",
        "0: x0.mid = 1",
        "0: create 1",
        "0: create 1; create 1\n1:",
        "0: join 1\n1:",
        "0: create 1; join 1; join 1\n1:",
        "0: if r0 == 1 skip 1",
        "0: atomic 2; x0 = 1",
        "0: atomic 1; lock m0",
        "0: if r0 == 0 skip 1; atomic 1; x0 = 1",
        "0: atomic 1; if r0 == 0 skip 1; x0 = 1",
        "0: r0 = choose 0",
        "0: wait s9",
        "0: post m0",
        "0: await x0 = 1",
        "0: await x4 == 1",
        "0: await m0 == 1",
        "0: together 1; x0 = 1",
        "0: together 2; x0 = 1; await x0 == 1",
        "0: together 2; x0 = 1; post s0",
        "0: atomic 1; wait s0",
        "0: atomic 1; r0 = value s0",
        "0: await x0 == 0; atomic 1; x0 = 1",
        "0: signal v9",
        "0: r0 = fwake x0 1",
        "0: r0 = fwoken x0.lo",
        "0: r0 = fwait x0.lo 0; r0 = fwoken x0.hi",
        "0: wake v0",
        "0: sleep v0; unlock m0; lock m0",
        "0: sleep v0; unlock m1; wake v0; lock m1",
        "0: if r0 == 0 skip 1; sleep v0; unlock m0; wake v0; lock m0",
    };
    struct mz_script script;

    (void)state;
    for (unsigned i = 0; i < MZ_COUNT(texts); i++)
        if (!mz_script_parse(&script, texts[i]))
            fail_msg("accepted: %s", texts[i]);
}

/* A failure to shrink to: some thread reads what another one writes. */
static bool reads_and_writes(const struct mz_script *script, void *context)
{
    (void)context;
    return mz_script_has(script, MZ_SCRIPT_READ) &&
           mz_script_has(script, MZ_SCRIPT_WRITE);
}

static void shrinking(void **state)
{
    struct mz_script script;
    unsigned length = 0;

    (void)state;
    mz_random_script(&script, MZ_MIX_memory, 1);
    for (uint64_t seed = 2; !reads_and_writes(&script, NULL); seed++)
        mz_random_script(&script, MZ_MIX_memory, seed);
    mz_shrink(&script, reads_and_writes, NULL);
    for (unsigned t = 0; t < script.thread_count; t++)
        length += script.threads[t].length;
    assert_int_equal(length, 2);
}

/* The table of src/op against the words of the model; of accesses to the same
 * bytes, to some of them, to others. */
static void dependence_table(void **state)
{
    static const uint8_t masks[][2] = {{1, 1}, {3, 1}, {1, 3}, {3, 6}, {1, 2}};

    (void)state;
    for (unsigned r = 0; r < MZ_RELATION_COUNT; r++)
        for (unsigned a = 0; a < MZ_OP_COUNT; a++)
            for (unsigned b = 0; b < MZ_OP_COUNT; b++)
                for (unsigned m = 0; m < MZ_COUNT(masks); m++) {
                    struct mz_access p = {0, masks[m][0], a};
                    struct mz_access q = {0, masks[m][1], b};

                    if (mz_op_is_local(a) || mz_op_is_local(b))
                        assert_false(
                            mz_op_rows_depend(mz_op_rows(r), a, b));
                    else
                        assert_int_equal(mz_access_depends(r, p, q),
                                         mz_canonical_conflict(r, p, q));
                }
}

/* Of bytes that are all set, too: the largest number, or less than none. */
static void conditions(void **state)
{
    static const struct {
        uint64_t value, number;
        const char *holds; /* which of them, in the order of the enum */
    } cases[] = {
        {1, 1, "100101"},
        {1, 2, "011100"},
        {2, 1, "010011"},
        {0xffffffff, 1, "010011"},
    };

    (void)state;
    for (unsigned i = 0; i < MZ_COUNT(cases); i++)
        for (unsigned c = 0; c < MZ_CONDITION_COUNT; c++)
            assert_int_equal(
                mz_condition_holds(c, MZ_HIGH, cases[i].value, cases[i].number),
                cases[i].holds[c] == '1');
    assert_true(mz_condition_holds(MZ_LESS | MZ_CONDITION_SIGNED, MZ_LOW,
                                   0xffffffff, 1));
    assert_false(mz_condition_holds(MZ_LESS | MZ_CONDITION_SIGNED, MZ_WHOLE,
                                    0xffffffff, 1));
    assert_true(mz_condition_holds(MZ_EQUAL | MZ_CONDITION_SIGNED, MZ_LOW,
                                   0xffffffff, -1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_variable),
        cmocka_unit_test(two_variables),
        cmocka_unit_test(only_reads),
        cmocka_unit_test(readers),
        cmocka_unit_test(other_endings),
        cmocka_unit_test(other_values),
        cmocka_unit_test(values_of_a_history),
        cmocka_unit_test(choices_after_one_event),
        cmocka_unit_test(parts_that_come_back),
        cmocka_unit_test(kept_for_both_parts),
        cmocka_unit_test(lastzero),
        cmocka_unit_test(wakeup_stress),
        cmocka_unit_test(partial_alternatives),
        cmocka_unit_test(partial_alternatives_to_reads),
        cmocka_unit_test(locks),
        cmocka_unit_test(trylocks),
        cmocka_unit_test(compare_exchanges),
        cmocka_unit_test(awaits),
        cmocka_unit_test(awaits_of_sizes),
        cmocka_unit_test(await_of_one),
        cmocka_unit_test(semaphores),
        cmocka_unit_test(semaphore_outcomes),
        cmocka_unit_test(condition_variables),
        cmocka_unit_test(handlers),
        cmocka_unit_test(barriers),
        cmocka_unit_test(routines_run_once),
        cmocka_unit_test(late_waiters),
        cmocka_unit_test(timed_waits),
        cmocka_unit_test(futex_flags),
        cmocka_unit_test(futex_wakes),
        cmocka_unit_test(choices),
        cmocka_unit_test(families),
        cmocka_unit_test(accesses_together),
        cmocka_unit_test(atomic_blocks),
        cmocka_unit_test(assertions),
        cmocka_unit_test(flipped_outcomes),
        cmocka_unit_test(print_and_parse),
        cmocka_unit_test(sleeping_schedules),
        cmocka_unit_test(refused_scripts),
        cmocka_unit_test(shrinking),
        cmocka_unit_test(dependence_table),
        cmocka_unit_test(conditions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

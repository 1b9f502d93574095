/* SPDX-License-Identifier: Apache-2.0 */
/* When a search is complete, and when it is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "explore/explore.h"

enum { RUNS = 3 };

/* An algorithm that runs a few executions, and then says what it is told to. */
struct fake {
    struct mz_algorithm algorithm; /* first */
    unsigned runs;
    enum mz_refusal unsupported;
    enum mz_wrong wrong;
};

static bool next(struct mz_algorithm *algorithm, struct mz_execution *x)
{
    struct fake *f = (struct fake *)algorithm;

    (void)x;
    if (f->runs++ < RUNS)
        return true;
    algorithm->unsupported = f->unsupported;
    algorithm->wrong = f->wrong;
    return false;
}

static void learn(struct mz_algorithm *algorithm, struct mz_execution *x,
                  enum mz_outcome outcome)
{
    (void)algorithm, (void)x, (void)outcome;
}

static enum mz_outcome run(struct mz_program *program,
                           struct mz_chooser *chooser, struct mz_execution *x)
{
    (void)program, (void)chooser, (void)x;
    return MZ_COMPLETE;
}

static bool is_complete(struct fake *f)
{
    struct mz_program program = {run};
    struct mz_execution x = {0};
    struct mz_tally tally = {0};
    bool complete;

    f->algorithm.next = next;
    f->algorithm.learn = learn;
    complete = mz_explore(&f->algorithm, &program, &x, NULL, &tally);
    assert_int_equal(tally.executions, RUNS);
    return complete;
}

static void nothing_is_left(void **state)
{
    struct fake f = {.runs = 0};

    (void)state;
    assert_true(is_complete(&f));
}

/* What has no room for what is left must not say that nothing was. */
static void it_cannot_go_on(void **state)
{
    struct fake wrong = {.wrong = MZ_WRONG_OUTGROWN_SCHEDULES};
    struct fake unsupported = {.unsupported = MZ_REFUSAL_PARTS};

    (void)state;
    assert_false(is_complete(&wrong));
    assert_false(is_complete(&unsupported));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_left),
        cmocka_unit_test(it_cannot_go_on),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The critical step by definition: of an execution that fails, of random
 * scripts, the last prefix from which some way to go on fails not. Whether there
 * is one is found out by trying them all on the script's machine, without sleep
 * sets and without paths. What samples find is a way out, and no later one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "command.h"
#include "explore/critical.h"
#include "model.h"

enum {
    EVENTS = 512,
    ARENA = 512 << 20,
    SCRIPTS = 1500,
    EACH = 12,       /* executions in which a failing one is looked for */
    STEPS = 100000,  /* of the enumeration, then the script is left out */
    EARLY = 3,       /* executions before it samples */
};

/* ---- by definition ------------------------------------------------------- */

static mz_group one_local(const struct mz_machine *m, mz_group threads)
{
    for (mz_group left = threads; left; left &= left - 1) {
        mz_tid t = mz_group_first(left);

        if (mz_op_is_local(mz_machine_kind(m, t)))
            return (mz_group)1 << t;
    }
    return threads;
}

/* Does some way to go on end well? Less than 0: that takes too long. */
static int ends_well(const struct mz_machine *m, uint32_t *steps)
{
    mz_group threads = one_local(m, mz_machine_enabled(m));

    if (!threads)
        return mz_machine_outcome(m) == MZ_COMPLETE;
    for (; threads; threads &= threads - 1) {
        mz_tid t = mz_group_first(threads);

        for (uint32_t v = 0; v < mz_machine_outcomes(m, t); v++) {
            struct mz_access more[MZ_SCRIPT_CODE];
            uint64_t before[MZ_SCRIPT_CODE];
            struct mz_machine after = *m;
            int found;

            if (++*steps == STEPS)
                return -1;
            mz_machine_step(&after, t, v, more, before);
            found = ends_well(&after, steps);
            if (found)
                return found;
        }
    }
    return 0;
}

/* The position of the step, -1: there is none; -2: that takes too long. The
 * model has just run the execution. */
static int critical_of(const struct mz_model *model)
{
    uint32_t steps = 0;

    for (int i = (int)model->length - 1; i >= 0; i--) {
        int found = ends_well(&model->machines[i], &steps);

        if (found)
            return found < 0 ? -2 : i;
    }
    return -1;
}

/* ---- by the search ------------------------------------------------------- */

struct trial {
    struct mz_model model;
    struct mz_execution x;
    struct mz_arena arena;
    struct mz_algorithm_options options;
    struct mz_plan_step plan[EVENTS];
    uint32_t plan_length;
};

static bool fails(enum mz_outcome outcome)
{
    return outcome == MZ_ERROR || outcome == MZ_DEADLOCK;
}

static enum mz_outcome run(struct trial *trial, struct mz_algorithm *a)
{
    return trial->model.program.run(&trial->model.program, &a->chooser,
                                    &trial->x);
}

static bool find_failing(struct trial *trial, uint64_t seed)
{
    struct mz_algorithm *a;

    trial->options.seed = seed;
    a = mz_algorithm_find("random")->create(&trial->arena, &trial->x,
                                            &trial->options);
    for (int n = 0; n < EACH && a->next(a, &trial->x); n++) {
        enum mz_outcome outcome = run(trial, a);

        if (fails(outcome))
            return true;
        a->learn(a, &trial->x, outcome);
    }
    return false;
}

static void write_plan(struct trial *trial)
{
    trial->plan_length = 0;
    for (uint32_t i = 0; i < trial->x.length; i++) {
        const struct mz_event *e = &trial->x.events[i];

        if (!mz_op_is_unplanned(e->kind))
            trial->plan[trial->plan_length++] = (struct mz_plan_step){
                .thread = e->thread,
                .is_choice = e->kind == MZ_CHOOSE,
                .value = e->kind == MZ_CHOOSE ? e->value : 0,
            };
    }
}

/* Samples after so many executions. Returns as critical_of. */
static int search(struct trial *trial, int early)
{
    struct mz_critical_search *c =
        mz_critical_create(&trial->arena, &trial->x, &trial->options,
                           trial->plan, trial->plan_length, MZ_NO_THREAD);
    struct mz_algorithm *a = &c->algorithm;

    mz_execution_cut(&trial->x, 0);
    for (int n = 0; a->next(a, &trial->x); n++) {
        enum mz_outcome outcome = run(trial, a);

        assert_int_not_equal(outcome, MZ_ABANDONED);
        assert_true(n > 0 || fails(outcome));
        a->learn(a, &trial->x, outcome);
        if (outcome == MZ_COMPLETE)
            return (int)c->kept;
        if (n == early)
            mz_critical_sample(c);
    }
    return -1;
}

/* ---- both ---------------------------------------------------------------- */

struct counts {
    int never, first, middle, last, too_long;
};

static void count(struct counts *counts, int critical, uint32_t length)
{
    counts->too_long += critical == -2;
    counts->never += critical == -1;
    counts->first += critical == 0;
    counts->last += critical > 0 && critical == (int)length - 1;
    counts->middle += critical > 0 && critical < (int)length - 1;
}

static void compare(struct trial *trial, struct counts *counts)
{
    int critical = critical_of(&trial->model);

    count(counts, critical, trial->x.length);
    if (critical == -2)
        return;
    write_plan(trial);
    assert_int_equal(search(trial, -1), critical);
    assert_true(search(trial, EARLY) <= critical);
}

static void try(uint64_t seed, struct counts *counts)
{
    static struct trial trial;
    struct mz_script script;
    void *memory = mmap(NULL, ARENA, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    assert_ptr_not_equal(memory, MAP_FAILED);
    mz_arena_init(&trial.arena, memory, ARENA);
    mz_random_script(&script, seed % MZ_MIX_COUNT, seed);
    trial.options = (struct mz_algorithm_options){
        .relation = mz_model_relation(&script),
        .preemptions = MZ_NO_BOUND,
        .context_switches = MZ_NO_BOUND,
        .executions = EACH,
    };
    mz_execution_init(&trial.x, &trial.arena, EVENTS);
    mz_model_init(&trial.model, &script);
    if (find_failing(&trial, seed))
        compare(&trial, counts);
    munmap(memory, ARENA);
}

static void as_defined(void **state)
{
    struct counts counts = {0};

    (void)state;
    for (uint64_t seed = 0; seed < mz_command_count(SCRIPTS); seed++)
        try(seed, &counts);
    print_message("critical: first step %d, one in the midst %d, the last %d; "
                  "not to be avoided %d; too long %d\n",
                  counts.first, counts.middle, counts.last, counts.never,
                  counts.too_long);
    assert_true(!mz_command_is_whole() ||
                (counts.middle > 50 && counts.last > 5 && counts.never > 50));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_defined)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

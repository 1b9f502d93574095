/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order that reports are told in is the same trace: each execution of random
 * scripts, put in that order and run again by a replay, gives the same events
 * with the same values, and no more context switches than before.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "command.h"
#include "explore/replay.h"
#include "explore/algorithm.h"
#include "model.h"
#include "random_script.h"
#include "trace/linearize.h"

enum { EVENTS = 512, ARENA = 512 << 20, SCRIPTS = 300, EACH = 20 };

struct told {
    struct mz_plan_step steps[EVENTS];
    uint32_t length;
};

static unsigned switches(const struct mz_execution *x, const uint32_t *order)
{
    unsigned count = 0;

    for (uint32_t i = 1; i < x->length; i++) {
        uint32_t a = order ? order[i - 1] : i - 1, b = order ? order[i] : i;

        count += x->events[a].thread != x->events[b].thread;
    }
    return count;
}

static void check_order(const struct mz_happens_before *hb,
                        const struct mz_execution *x, const uint32_t *order)
{
    bool told[EVENTS] = {false};

    for (uint32_t i = 0; i < x->length; i++) {
        for (uint32_t e = 0; e < x->length; e++)
            assert_true(told[e] || e == order[i] ||
                        !mz_happens_before(hb, e, x->events[e].thread,
                                           order[i]));
        assert_false(told[order[i]]);
        told[order[i]] = true;
    }
    assert_true(switches(x, order) <= switches(x, NULL));
}

static void write_plan(const struct mz_execution *x, const uint32_t *order,
                       struct told *told)
{
    told->length = 0;
    for (uint32_t i = 0; i < x->length; i++) {
        const struct mz_event *e = &x->events[order[i]];

        if (!mz_op_is_unplanned(e->kind))
            told->steps[told->length++] = (struct mz_plan_step){
                .thread = e->thread,
                .is_choice = e->kind == MZ_CHOOSE,
                .value = e->kind == MZ_CHOOSE ? e->value : 0,
            };
    }
}

/* What it gives commutes with what others give there: how much there was before
 * is another matter in each order. */
static bool gives(enum mz_op kind)
{
    return kind == MZ_SEM_POST || kind == MZ_BARRIER_ARRIVE ||
           kind == MZ_RD_UNLOCK || kind == MZ_ADD;
}

/* The events of each thread, in its order, are the same in both. */
static void check_same(const struct mz_execution *x,
                       const struct mz_execution *y)
{
    assert_int_equal(x->length, y->length);
    for (mz_tid t = 0; t < MZ_MAX_THREADS; t++)
        for (uint32_t i = 0, k = 0; i < x->length; i++) {
            if (x->events[i].thread != t)
                continue;
            while (y->events[k].thread != t)
                assert_true(++k < y->length);
            assert_int_equal(x->events[i].kind, y->events[k].kind);
            if (!gives(x->events[i].kind))
                assert_int_equal(x->events[i].value, y->events[k].value);
            k++;
        }
}

static void retell(struct mz_model *model, const struct mz_execution *x,
                   struct mz_execution *again, struct mz_happens_before *hb,
                   enum mz_outcome outcome)
{
    uint32_t order[EVENTS];
    struct mz_replay replay;
    struct told told;

    mz_happens_before_extend(hb, x);
    assert_int_equal(mz_linearize(hb, x, x->born, order), x->length);
    check_order(hb, x, order);
    mz_happens_before_truncate(hb, x, 0);
    write_plan(x, order, &told);
    mz_replay_init(&replay, told.steps, told.length, MZ_NO_THREAD);
    mz_execution_cut(again, 0);
    assert_int_equal(
        model->program.run(&model->program, &replay.chooser, again), outcome);
    assert_false(replay.failed);
    assert_true(mz_replay_is_over(&replay));
    check_same(x, again);
}

static void tell_some(const struct mz_script *script, struct mz_arena arena)
{
    struct mz_algorithm_options options = {
        .relation = MZ_RELATION_ADD,
        .preemptions = MZ_NO_BOUND,
        .context_switches = MZ_NO_BOUND,
    };
    struct mz_execution x, again;
    struct mz_happens_before hb;
    struct mz_algorithm *a;
    struct mz_model model;

    mz_execution_init(&x, &arena, EVENTS);
    mz_execution_init(&again, &arena, EVENTS);
    mz_happens_before_init(&hb, &arena, &x, MZ_RELATION_ADD);
    a = mz_algorithm_find("source")->create(&arena, &x, &options);
    mz_model_init(&model, script);
    for (int n = 0; n < EACH && a->next(a, &x); n++) {
        enum mz_outcome outcome =
            model.program.run(&model.program, &a->chooser, &x);

        if (outcome != MZ_BLOCKED && outcome != MZ_ERROR)
            retell(&model, &x, &again, &hb, outcome);
        a->learn(a, &x, outcome);
    }
}

static void same_trace(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < mz_command_count(SCRIPTS); seed++) {
        struct mz_script script;
        struct mz_arena arena;
        void *memory = mmap(NULL, ARENA, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

        assert_ptr_not_equal(memory, MAP_FAILED);
        mz_arena_init(&arena, memory, ARENA);
        mz_random_script(&script, seed % MZ_MIX_COUNT, seed);
        tell_some(&script, arena);
        munmap(memory, ARENA);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_trace)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

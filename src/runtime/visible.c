/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/visible.h"

#include "runtime/checked_function.h"
#include "runtime/private.h"
#include "runtime/progress.h"
#include "runtime/sent_signal.h"
#include "runtime/weak.h"

/* With atomic blocks each event accesses what they write; so does each that
 * waits at the end. */
static bool has_accesses_left(const struct mz_execution *x)
{
    return !mz_turns.universal ||
           x->access_capacity - x->access_count > 2 * MZ_MAX_THREADS;
}

void mz_visible_need_room(void)
{
    if (mz_turns.position == mz_turns.execution->capacity ||
        !has_accesses_left(mz_turns.execution))
        mz_fail(&(struct mz_failure){.fault = MZ_FAULT_EVENTS,
                                     .numbers = {mz_turns.position}});
}

void mz_visible_take_in_loop(const struct mz_visible *v)
{
    mz_stands.of[mz_rt.self] = (struct mz_stands_at){
        .object = v->object,
        .kind = v->kind,
        .mask = v->mask,
        .action = v->action,
        .condition = v->condition,
        .number = v->number,
        .address = v->address,
        .pc = v->pc,
    };
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_account_waits();
    mz_turn_wait(MZ_STAND_LOOP);
}

void mz_visible_observe(const struct mz_visible *v)
{
    if (mz_rt.weak)
        mz_weak_meet(v);
    if (mz_rt.keeps_private && v->object) {
        if (mz_object_is_memory(v->object))
            mz_private_meets(v->object);
        else
            mz_private_meets_lock(v->object);
    }
    if (mz_rt.signalling)
        mz_sent_signal_comes_to(v->object, v->pc);
    if (mz_rt.stopping)
        mz_progress_comes_to(v);
    if (mz_rt.watching)
        mz_loop_arrive(v);
}

void mz_visible_needs_no_block(const struct mz_visible *v)
{
    if (MZ_LIKELY(mz_turns.atomic == MZ_NO_THREAD))
        return;
    mz_unsupported(BLOCK_ACTION, .text = mz_action_names[v->action]);
}

_Noreturn void mz_visible_refuse(enum mz_op kind, uint64_t object,
                                 uint64_t value)
{
    if (mz_function_is_asked())
        mz_unsupported(CHECK_FAILED_WAITS);
    if (mz_turns.atomic != MZ_NO_THREAD)
        mz_unsupported(BLOCK_WAIT);
    mz_visible_differs(kind, object, value);
}

void mz_visible_local(enum mz_op kind, uint64_t value, uint32_t bound)
{
    struct mz_event *e = &mz_turns.execution->events[mz_turns.position];

    mz_visible_need_room();
    if (mz_turns.position < mz_turns.known) {
        if (e->kind != kind || e->thread != mz_rt.self || e->value != value ||
            e->bound != bound)
            mz_visible_differs(kind, 0, value);
    } else {
        *e = (struct mz_event){
            .thread = mz_rt.self,
            .kind = kind,
            .object = MZ_NONE,
            .value = value,
            .bound = bound,
        };
        mz_turns.execution->length = mz_turns.position + 1;
    }
    mz_visible_pass_long();
}

bool mz_visible_asks_for_clean_stacks(void)
{
    const struct mz_settings *settings = &mz_rt.region->settings;

    if (settings->clean_stacks || settings->mode != MZ_MODE_CHECK ||
        settings->isolation != MZ_ISOLATION_PROCESS || mz_rt.tracing)
        return false;
    mz_rt.region->status = MZ_STATUS_STACKS;
    return true;
}

void mz_visible_need_clean_stacks(void)
{
    if (mz_visible_asks_for_clean_stacks())
        mz_execution_end(MZ_ABANDONED);
}

_Noreturn void mz_visible_differs(enum mz_op kind, uint64_t object,
                                  uint64_t value)
{
    const struct mz_event *e = &mz_turns.execution->events[mz_turns.position];
    struct mz_failure failure = {.numbers = {mz_turns.position + 1, e->kind}};

    mz_visible_need_clean_stacks(); /* padding of structures, say */
    if (kind == MZ_OP_COUNT) {
        failure.fault = MZ_FAULT_STEP_GONE;
        failure.numbers[2] = e->thread;
    } else if (e->kind == kind && e->thread == mz_rt.self &&
               e->value != value) {
        failure.fault = MZ_FAULT_VALUE_CHANGED;
        failure.numbers[2] = e->value;
        failure.numbers[3] = value;
    } else {
        failure.fault = MZ_FAULT_STEP_CHANGED;
        failure.numbers[2] = kind;
        failure.numbers[3] = object << 3;
    }
    mz_fail(&failure);
}

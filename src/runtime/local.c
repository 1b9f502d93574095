/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/local.h"

#include "runtime/visible.h"

void mz_local_join(mz_tid target, uint64_t pc)
{
    const struct mz_visible v = {
        .kind = MZ_JOIN,
        .object = target,
        .action = MZ_ACTION_THREAD_JOIN,
        .pc = pc,
    };
    bool has_ended = mz_tset_has(mz_turns.ended_once, target);

    mz_visible_begin_local(&v, has_ended ? MZ_STAND_READY : MZ_STAND_JOIN);
    if (!mz_tset_has(mz_turns.ended_once, target))
        mz_visible_differs(MZ_JOIN, 0, target);
    mz_turns.seen_end[mz_rt.self] =
        mz_tset_or(mz_turns.seen_end[mz_rt.self], mz_turns.seen_end[target]);
    mz_visible_local(MZ_JOIN, target, 0);
}

void mz_local_begin(mz_tid creator)
{
    const struct mz_visible v = {.kind = MZ_BEGIN};

    mz_visible_begin_local(&v, MZ_STAND_READY);
    mz_visible_local(MZ_BEGIN, creator, 0);
}

void mz_local_fence(enum mz_order order)
{
    static const struct mz_visible v = {.kind = MZ_FENCE};

    mz_visible_begin_local(&v, MZ_STAND_READY);
    mz_visible_local(MZ_FENCE, order, 0);
}

uint32_t mz_local_choice(uint32_t bound)
{
    static const struct mz_visible v = {.kind = MZ_CHOOSE};
    struct mz_turns *turns = &mz_turns;
    uint32_t value;

    if (turns->atomic != MZ_NO_THREAD)
        mz_unsupported(BLOCK_CHOICE);
    mz_visible_begin_local(&v, MZ_STAND_READY);
    mz_visible_need_room();
    if (turns->position < turns->known)
        value = turns->execution->events[turns->position].value;
    else
        value = turns->chooser->value(turns->chooser, turns->execution,
                                      mz_rt.self, bound);
    mz_visible_local(MZ_CHOOSE, value, bound);
    return value;
}

uint32_t mz_local_choice_or_later(uint32_t bound)
{
    uint32_t value = mz_local_choice(bound);

    mz_turns.execution->events[mz_turns.position - 1].other =
        value == bound - 1 ? MZ_CHOICE_LATER : 0;
    return value;
}

/* A choice of no value. */
static _Noreturn void stick(const struct mz_visible *v)
{
    mz_atomic_block_leave();
    mz_visible_begin_local(v, MZ_STAND_STUCK);
    __builtin_unreachable();
}

_Noreturn void mz_local_stick(void)
{
    static const struct mz_visible v = {
        .kind = MZ_CHOOSE,
        .action = MZ_ACTION_ASSUME_FALSE,
    };

    stick(&v);
}

_Noreturn void mz_local_stop(uint64_t pc)
{
    const struct mz_visible v = {
        .kind = MZ_CHOOSE,
        .action = MZ_ACTION_STOPPED,
        .pc = pc,
    };

    stick(&v);
}

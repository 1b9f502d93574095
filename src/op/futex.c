/* SPDX-License-Identifier: Apache-2.0 */
#include "op/futex.h"

/* What of its queue the operation is like. */
static enum mz_op like(enum mz_op kind)
{
    switch (kind) {
    case MZ_FUTEX_TAKE:
        return MZ_COND_WAKE;
    case MZ_FUTEX_WOKEN:
        return MZ_COND_WOKEN;
    case MZ_FUTEX_TIMED:
    case MZ_FUTEX_CHOSEN:
        return MZ_COND_TIMED;
    case MZ_FUTEX_TIMED_OUT:
        return MZ_COND_TIMED_OUT;
    default:
        return kind;
    }
}

bool mz_futex_enabled(enum mz_op kind, uint64_t state,
                      const struct mz_op_operand *operand)
{
    switch (kind) {
    case MZ_FUTEX_WAKE:
        return mz_cond_waiting(state) && operand->number;
    case MZ_FUTEX_ENTER:
    case MZ_FUTEX_CALL:
        return !(state & MZ_FUTEX_LOCKED);
    default:
        return mz_cond_enabled(like(kind), state & ~MZ_FUTEX_LOCKED, operand);
    }
}

static bool wake(uint64_t *state, const struct mz_op_operand *operand)
{
    uint64_t woken = mz_futex_woken(*state, operand->number);

    if (woken == mz_cond_waiting(*state))
        return mz_cond_after(MZ_COND_BROADCAST, state, operand);
    for (uint64_t i = 0; i < woken; i++)
        mz_cond_after(MZ_COND_SIGNAL, state, operand);
    return true;
}

/* Of who neither takes the lock nor gives it back. */
static bool change_queue(enum mz_op kind, uint64_t *state,
                         const struct mz_op_operand *operand)
{
    uint64_t lock = *state & MZ_FUTEX_LOCKED;
    bool known;

    *state &= ~MZ_FUTEX_LOCKED;
    known = mz_cond_after(like(kind), state, operand);
    *state |= lock;
    return known;
}

bool mz_futex_after(enum mz_op kind, uint64_t *state,
                    const struct mz_op_operand *operand)
{
    switch (kind) {
    case MZ_FUTEX_WAIT:
        return !operand->number || mz_cond_after(MZ_COND_WAIT, state, operand);
    case MZ_FUTEX_WAKE:
    case MZ_FUTEX_CALL:
        return wake(state, operand);
    case MZ_FUTEX_ENTER:
        *state |= MZ_FUTEX_LOCKED;
        return true;
    case MZ_FUTEX_SLEEP:
        *state &= ~MZ_FUTEX_LOCKED;
        return mz_cond_after(MZ_COND_WAIT, state, operand);
    case MZ_FUTEX_LEAVE:
        *state &= ~MZ_FUTEX_LOCKED;
        return true;
    case MZ_FUTEX_CHANGE:
        return false;
    default:
        return change_queue(kind, state, operand);
    }
}

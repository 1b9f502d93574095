/* SPDX-License-Identifier: Apache-2.0 */
#include "report/sharers.h"

#include "report/order.h"

bool mz_sharers_is_shared(const struct mz_step *step)
{
    return mz_action_takes[step->action] && mz_step_use(step) == MZ_USE_SHARE;
}

static void add(struct mz_sharers *to, uint32_t step)
{
    if (to->count < MZ_MAX_SHARERS)
        to->steps[to->count++] = step;
}

/* The latest of that thread, or of all; false: there is none. */
static bool take_out(const struct mz_account *account, struct mz_sharers *from,
                     uint64_t address, unsigned thread)
{
    for (unsigned i = from->count; i-- > 0;) {
        const struct mz_step *step = &account->steps[from->steps[i]];

        if (step->address != address ||
            (thread != MZ_NOBODY && step->thread != thread))
            continue;
        from->count--;
        for (unsigned k = i; k < from->count; k++)
            from->steps[k] = from->steps[k + 1];
        return true;
    }
    return false;
}

struct mz_sharers mz_sharers_locks(const struct mz_account *account,
                                   unsigned thread, uint32_t end)
{
    struct mz_sharers held = {0};

    for (uint32_t i = 0; i < end; i++) {
        const struct mz_step *step = &account->steps[i];

        if (mz_step_frees(step))
            take_out(account, &held, step->address, MZ_NOBODY);
        if (step->thread != thread)
            continue;
        if (mz_action_takes[step->action])
            add(&held, i);
        else if (mz_action_does[step->action] == MZ_DOES_LEAVE)
            take_out(account, &held, step->address, thread);
    }
    return held;
}

/* ---- what several may have ----------------------------------------------- */

struct mz_sharers mz_sharers_readers(const struct mz_account *account,
                                     uint64_t lock, uint32_t end)
{
    struct mz_sharers readers = {0};

    for (uint32_t i = 0; i < end; i++) {
        const struct mz_step *step = &account->steps[i];

        if (step->address != lock)
            continue;
        if (mz_sharers_is_shared(step))
            add(&readers, i);
        else if (mz_action_does[step->action] == MZ_DOES_LEAVE)
            take_out(account, &readers, lock, step->thread);
        else if (mz_step_frees(step))
            readers.count = 0;
    }
    return readers;
}

static bool takes_semaphore(const struct mz_step *step)
{
    return mz_action_does[step->action] == MZ_DOES_DRAW;
}

static struct mz_sharers takers_of(const struct mz_account *account,
                                   uint64_t semaphore)
{
    struct mz_sharers takers = {0};

    for (uint32_t i = 0; i < account->step_count; i++) {
        const struct mz_step *step = &account->steps[i];

        if (step->address != semaphore)
            continue;
        if (takes_semaphore(step))
            add(&takers, i);
        else if (mz_action_does[step->action] == MZ_DOES_PUT &&
                 !take_out(account, &takers, semaphore, step->thread))
            return (struct mz_sharers){0};
    }
    return takers;
}

static bool waits_for_rwlock(const struct mz_blocked_thread *blocked)
{
    return blocked->action == MZ_ACTION_RWLOCK_WRLOCK ||
           blocked->action == MZ_ACTION_RWLOCK_RDLOCK;
}

struct mz_sharers mz_sharers_of(const struct mz_account *account,
                                const struct mz_blocked_thread *blocked)
{
    if (!account->steps_left_out && blocked->holder == MZ_NOBODY) {
        if (waits_for_rwlock(blocked))
            return mz_sharers_readers(account, blocked->address,
                                      account->step_count);
        if (mz_action_does[blocked->action] == MZ_DOES_DRAW)
            return takers_of(account, blocked->address);
    }
    return (struct mz_sharers){0};
}

const char *mz_sharers_manner(const struct mz_blocked_thread *blocked)
{
    return mz_action_does[blocked->action] == MZ_DOES_DRAW
               ? "taken and not posted"
               : "held for reading";
}

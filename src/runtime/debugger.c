/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/debugger.h"

#include "runtime/account.h"
#include "runtime/fiber.h"
#include "runtime/libc.h"
#include "runtime/parts.h"
#include "runtime/turn.h"

/* It reads these as they are. */
_Static_assert(sizeof(struct mz_thread_name) == 20 &&
                   sizeof(struct mz_bearer) == 28 &&
                   offsetof(struct mz_bearer, name) == 12 &&
                   sizeof(struct mz_suspended) == 24,
               "as src/gdb/mazurka-gdb.py has them");

struct mz_debugger mz_debugger;

static struct mz_debugger_wait waits[MZ_MAX_THREADS];

void mz_debugger_take(struct mz_arena *unused)
{
    struct mz_region *region = mz_rt.region;

    (void)unused;
    if (!region->settings.stop_at_failure)
        return;
    mz_debugger = (struct mz_debugger){
        .version = MZ_DEBUGGER_VERSION,
        .waits = (uint64_t)waits,
        .active = (uint64_t)&mz_rt.active,
        .self = (uint64_t)&mz_rt.self,
        .self_size = sizeof mz_rt.self,
        .live = (uint64_t)&mz_turns.live,
        .live_size = sizeof mz_turns.live,
        .steps = (uint64_t)mz_account_steps(),
        .fibers = (uint64_t)mz_fibers,
        .fiber_count = (uint64_t)&mz_fiber_count,
        .fiber_size = sizeof *mz_fibers,
        .fiber_left = offsetof(struct mz_fiber, left),
        .fiber_stack = offsetof(struct mz_fiber, stack),
        .fiber_stack_size = offsetof(struct mz_fiber, stack_size),
        .fiber_owned_size = offsetof(struct mz_fiber, owned_size),
        .names = (uint64_t)region->names,
        .bearers = (uint64_t)region->account.bearers,
        .bearer_count = (uint64_t)&region->account.bearer_count,
        .action_names = (uint64_t)mz_action_names,
        .action_objects = (uint64_t)mz_action_objects,
    };
    mz_fiber_tell_parked(&mz_debugger.parked, &mz_debugger.parked_size);
}

/* ---- stops --------------------------------------------------------------- */

/* Here the extension stops, and has then set is_there. */
__attribute__((noipa)) void mz_debugger_come(void)
{
}

void mz_debugger_stop(enum mz_debugger_reason reason)
{
    mz_debugger.reason = reason;
    mz_debugger_come();
    if (!mz_debugger.is_there && reason != MZ_DEBUGGER_END)
        mz_breakpoint();
}

bool mz_debugger_stops_before(uint64_t step)
{
    if (mz_debugger.goal != step || (mz_debugger.goal_thread != MZ_NOBODY &&
                                     mz_debugger.goal_thread != mz_rt.self))
        return false;
    mz_debugger.goal = 0;
    return true;
}

/* ---- begun anew ---------------------------------------------------------- */

void mz_debugger_abandon(void)
{
    mz_libc_show_output(false); /* what is in buffers will be written again */
    mz_execution_end(MZ_ABANDONED);
}

bool mz_debugger_wants_again(void)
{
    bool again;

    if (!mz_debugger_is_used())
        return false;
    if (!mz_debugger.again)
        mz_debugger_stop(MZ_DEBUGGER_END);
    again = mz_debugger.again;
    mz_debugger.again = 0;
    return again;
}

/* ---- who waits ----------------------------------------------------------- */

void mz_debugger_look(void)
{
    const struct mz_finding *finding = mz_account_finding();
    uint32_t count = mz_account_look();

    for (uint32_t i = 0; i < count; i++) {
        const struct mz_blocked_thread *blocked = &finding->blocked[i];

        waits[i] = (struct mz_debugger_wait){blocked->thread, blocked->action,
                                             blocked->holder, blocked->address};
    }
    mz_debugger.wait_count = count;
}

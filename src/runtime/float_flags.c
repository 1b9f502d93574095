/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Exceptions of floating point that were raised (fetestexcept): the flags of
 * the processor, which are not switched, so that threads and executions leave
 * them to one another. They are asked for only where the thread has cleared
 * them, and nobody else has run since.
 */
#include "runtime/checkpoint.h"
#include "runtime/libc_forward.h"
#include "runtime/parts.h"
#include "runtime/state.h"
#include "runtime/turn.h"

/* Who cleared them last, and when: creation is no event, but lets another run.
 * MZ_NO_THREAD: nobody. */
static struct {
    mz_tid thread;
    uint32_t position, threads;
} cleared;

void mz_float_flags_reset(void)
{
    cleared.thread = MZ_NO_THREAD;
}

void mz_float_flags_checkpoint(void)
{
    mz_checkpoint_keep(&cleared, sizeof cleared);
}

void mz_float_flags_fingerprint(struct mz_fingerprint *f)
{
    if (f->has_search)
        mz_state_add(f, &cleared, sizeof cleared);
}

static void clear(struct mz_call *call, const struct mz_forward *row)
{
    (void)call, (void)row;
    cleared.thread = mz_rt.self;
    cleared.position = mz_turns.position;
    cleared.threads = mz_turns.execution->thread_count;
}
MZ_FORWARD(feclearexcept, clear)
MZ_FORWARD(feholdexcept, clear)
MZ_FORWARD(fesetenv, clear)

static void ask(struct mz_call *call, const struct mz_forward *row)
{
    (void)call;
    if (cleared.thread == mz_rt.self &&
        cleared.position == mz_turns.position &&
        cleared.threads == mz_turns.execution->thread_count)
        return;
    mz_unsupported(FLOAT_FLAGS, .text = row->name);
}

/* Before what the call does to memory is announced, which may be an event. */
MZ_FORWARD_IN_TURN(fetestexcept, ask, NULL, NULL)
MZ_FORWARD_IN_TURN(fegetexceptflag, ask, NULL, NULL)

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * At most so many calls of each thread fail. (Of each execution would be less;
 * but then whether a call may fail would depend on what other threads did
 * before, and so all of these calls on each other.)
 */
#include "runtime/failing.h"

#include "runtime/account.h"
#include "runtime/checkpoint.h"
#include "runtime/libc_owners.h"
#include "runtime/library.h"
#include "runtime/local.h"
#include "runtime/parts.h"
#include "runtime/state.h"
#include "runtime/turn.h"

uint64_t mz_failing_asked;

static uint32_t failed[MZ_MAX_THREADS]; /* calls of each thread */

void mz_failing_init(void)
{
    mz_failing_asked = mz_rt.region->settings.failing;
}

void mz_failing_reset(void)
{
    if (mz_failing_asked)
        mz_fill(failed, 0, sizeof failed);
}

void mz_failing_born_again(mz_tid t)
{
    failed[t] = 0;
}

void mz_failing_checkpoint(void)
{
    mz_checkpoint_keep_unless_zero(failed,
                                   mz_checkpoint_threads() * sizeof *failed);
}

void mz_failing_fingerprint(struct mz_fingerprint *f)
{
    mz_state_add(f, failed, sizeof failed);
}

/* Threads of C++ are created by libstdc++, which has the program call it. */
static bool is_of_program(enum mz_failing failing, uint64_t pc)
{
    return mz_owners_program_code(pc) ||
           (failing == MZ_FAILING_CREATE && mz_owners_libstdcxx(pc));
}

int mz_failing_choose(enum mz_failing failing, uint64_t pc)
{
    uint32_t way;

    if (mz_library_is_loading) {
        mz_library_hold();
        return 0;
    }
    if (!mz_rt.active || !is_of_program(failing, pc) ||
        failed[mz_self()] >= mz_rt.region->settings.failures)
        return 0;
    mz_rt.region->failing_met |= 1u << failing;
    way = mz_local_choice(1 + mz_failing_ways(failing));
    if (!way)
        return 0;
    failed[mz_self()]++;
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(MZ_ACTION_FAIL, 0, 0, 3, failing, way - 1, pc);
    return mz_failing_rows[failing].ways[way - 1];
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What std::barrier, as src/compilers/barrier.h has it, asks where the same
 * threads arrive in each phase: which one that is. It is told by how many have
 * arrived, which is nobody's operation: as long as just those threads come, who
 * is about to arrive for a phase finds all of the phases before, and never all
 * of this one, in whichever order they do. Where others come that is refused,
 * as runtime/barrier.c does.
 */
#include "runtime/audit.h"
#include "runtime/small_tset.h"
#include "runtime/visible.h"

long mz_barrier_phase(const unsigned arrived[2], unsigned expected,
                      mz_small_tset *users);

static void add_user(mz_small_tset *users, unsigned expected)
{
    if (!mz_small_tset_has(users, mz_self()) &&
        mz_small_tset_count(users) >= expected)
        mz_unsupported(CXX_BARRIER_USERS);
    mz_small_tset_add(users, mz_self());
}

MZ_EXPORT long mz_barrier_phase(const unsigned arrived[2], unsigned expected,
                                mz_small_tset *users)
{
    if (!mz_rt.supervised)
        return -1;
    if (mz_rt.active) {
        MZ_AUDIT_OWN_WORK;
        add_user(users, expected);
    }
    return expected ? (long)((arrived[0] + arrived[1]) / expected) : 0;
}

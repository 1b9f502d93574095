/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/libc_forward.h"

_Static_assert(offsetof(struct mz_runtime, active) == 0 &&
                   offsetof(struct mz_forward, real) == 0 &&
                   sizeof(struct mz_call) == 56,
               "as forward_x86_64.S has it");

void *mz_forward_prepare(struct mz_call *call, struct mz_forward *row)
{
    if (!row->real)
        row->real = mz_real(row->name);
    if (mz_rt.active && !mz_is_ours(call->caller))
        row->before(call, row);
    return row->real;
}

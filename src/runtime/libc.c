/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/libc_family.h"

void mz_libc_snapshot(void)
{
#define X(family) mz_libc_##family##_snapshot();
    MZ_LIBC_FAMILIES(X)
#undef X
}

void mz_libc_rollback(void)
{
#define X(family) mz_libc_##family##_rollback();
    MZ_LIBC_FAMILIES(X)
#undef X
}

void mz_libc_thread_created(mz_tid parent, mz_tid child)
{
    mz_time_thread_created(parent, child);
    mz_signal_thread_created(parent, child);
}

void mz_libc_thread_joined(mz_tid parent, mz_tid child)
{
    mz_time_thread_joined(parent, child);
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A clock that takes no call: ticks of some length, always the same, since some
 * moment.
 */
#ifndef MZ_BASE_TICKS_H
#define MZ_BASE_TICKS_H

#include "base/base.h"

static inline uint64_t mz_ticks(void)
{
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#else
#error "ticks: this CPU has not been done yet"
#endif
}

#endif

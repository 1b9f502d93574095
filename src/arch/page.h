/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses and sizes, in whole pages. */
#ifndef MZ_ARCH_PAGE_H
#define MZ_ARCH_PAGE_H

#include <stdint.h>

#include "arch/arch.h"

static inline uint64_t mz_page_down(uint64_t n)
{
    return n & -(uint64_t)MZ_PAGE;
}

/* 0 if there is none above. */
static inline uint64_t mz_page_up(uint64_t n)
{
    return mz_page_down(n + MZ_PAGE - 1);
}

#endif

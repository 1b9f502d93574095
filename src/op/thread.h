/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads by number, and sets of them.
 */
#ifndef MZ_OP_THREAD_H
#define MZ_OP_THREAD_H

#include "base/base.h"

typedef uint8_t mz_tid; /* 0: main; interned by birth, see region/region.h */
typedef uint64_t mz_tset; /* a set of threads, bit t for thread t */

enum { MZ_MAX_THREADS = 64, MZ_NO_THREAD = 255 };

static inline mz_tset mz_tset_of(mz_tid t)
{
    return (mz_tset)1 << t;
}

static inline bool mz_tset_has(mz_tset set, mz_tid t)
{
    return set >> t & 1;
}

/* The least thread of a set that is not empty. */
static inline mz_tid mz_tset_first(mz_tset set)
{
    return __builtin_ctzll(set);
}

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads by number, and sets of them.
 *
 * How many there may be is a constant of the build. Most programs have few, and
 * a set of 64 is a number, which is what is fast; others are run by the wide
 * build (MZ_WIDE), where a set is several words.
 */
#ifndef MZ_OP_THREAD_H
#define MZ_OP_THREAD_H

#include "base/base.h"

enum {
    MZ_WIDE_THREADS = 512, /* of the wide build */
    MZ_NOBODY = 0xffff,    /* no thread, in what builds tell one another */
};

#ifdef MZ_WIDE
typedef uint16_t mz_tid; /* 0: main; interned by birth, see region/region.h */
enum { MZ_MAX_THREADS = MZ_WIDE_THREADS, MZ_NO_THREAD = MZ_NOBODY };
#else
typedef uint8_t mz_tid;
enum { MZ_MAX_THREADS = 64, MZ_NO_THREAD = 255 };
#endif

#ifdef MZ_WIDE
#include "op/thread_set_wide.h"
#else
#include "op/thread_set.h"
#endif

/* For each thread of a set: `rest` is those that are left, beginning with it,
 * mz_tset_first(rest). */
#define MZ_EACH(rest, set) \
    for (mz_tset rest = (set); mz_tset_some(rest); mz_tset_drop_first(&rest))

#endif

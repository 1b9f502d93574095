/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sets of threads that belong to an object of the program, and lie in it: so
 * that rollback restores them, and initialisers of zeros make them empty. There
 * is room for one word. In the wide build, where a set is more, the word only
 * says that there is somebody in it, and the set is in a table by its address.
 */
#ifndef MZ_RUNTIME_SMALL_TSET_H
#define MZ_RUNTIME_SMALL_TSET_H

#include "op/thread.h"

typedef uint64_t mz_small_tset;

#ifdef MZ_WIDE

bool mz_small_tset_has(const mz_small_tset *, mz_tid);
unsigned mz_small_tset_count(const mz_small_tset *);
void mz_small_tset_add(mz_small_tset *, mz_tid);
void mz_small_tset_remove(mz_small_tset *, mz_tid);

#else

static inline bool mz_small_tset_has(const mz_small_tset *set, mz_tid t)
{
    return mz_tset_has(*set, t);
}

static inline unsigned mz_small_tset_count(const mz_small_tset *set)
{
    return mz_tset_count(*set);
}

static inline void mz_small_tset_add(mz_small_tset *set, mz_tid t)
{
    mz_tset_add(set, t);
}

static inline void mz_small_tset_remove(mz_small_tset *set, mz_tid t)
{
    mz_tset_remove(set, t);
}

#endif

#endif

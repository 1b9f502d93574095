/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sets of up to 64 threads: a word. Included by op/thread.h only; the wide
 * build has the same functions (op/thread_set_wide.h).
 */
#ifndef MZ_OP_THREAD_SET_H
#define MZ_OP_THREAD_SET_H

typedef uint64_t mz_tset; /* bit t for thread t */

#define MZ_TSET_EMPTY ((mz_tset)0)

static inline mz_tset mz_tset_of(mz_tid t)
{
    return (mz_tset)1 << t;
}

static inline bool mz_tset_has(mz_tset set, mz_tid t)
{
    return set >> t & 1;
}

/* Is anybody in it? */
static inline bool mz_tset_some(mz_tset set)
{
    return set;
}

static inline unsigned mz_tset_count(mz_tset set)
{
    return (unsigned)__builtin_popcountll(set);
}

/* The least thread of a set that is not empty. */
static inline mz_tid mz_tset_first(mz_tset set)
{
    return __builtin_ctzll(set);
}

/* One more than the greatest thread of a set; at least 1. */
static inline unsigned mz_tset_end(mz_tset set)
{
    return 64 - __builtin_clzll(set | 1);
}

static inline bool mz_tset_equal(mz_tset a, mz_tset b)
{
    return a == b;
}

static inline bool mz_tset_meets(mz_tset a, mz_tset b)
{
    return a & b;
}

static inline mz_tset mz_tset_or(mz_tset a, mz_tset b)
{
    return a | b;
}

static inline mz_tset mz_tset_and(mz_tset a, mz_tset b)
{
    return a & b;
}

static inline mz_tset mz_tset_minus(mz_tset a, mz_tset b)
{
    return a & ~b;
}

static inline mz_tset mz_tset_without(mz_tset set, mz_tid t)
{
    return set & ~mz_tset_of(t);
}

/* Those that are greater than t. */
static inline mz_tset mz_tset_behind(mz_tset set, mz_tid t)
{
    return set & -2ull << t;
}

static inline uint64_t mz_tset_hash(uint64_t hash, mz_tset set)
{
    return mz_hash_word(hash, set);
}

static inline void mz_tset_add(mz_tset *set, mz_tid t)
{
    *set |= mz_tset_of(t);
}

static inline void mz_tset_remove(mz_tset *set, mz_tid t)
{
    *set &= ~mz_tset_of(t);
}

/* Of a set that is not empty. */
static inline void mz_tset_drop_first(mz_tset *set)
{
    *set &= *set - 1;
}

#endif

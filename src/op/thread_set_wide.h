/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sets of more than 64 threads: words, as many as are needed. What the
 * functions do is what those of op/thread_set.h do. Included by op/thread.h
 * only.
 */
#ifndef MZ_OP_THREAD_SET_WIDE_H
#define MZ_OP_THREAD_SET_WIDE_H

enum { MZ_TSET_BITS = 64, MZ_TSET_WORDS = MZ_MAX_THREADS / MZ_TSET_BITS };

typedef struct {
    uint64_t words[MZ_TSET_WORDS]; /* bit t, counted through all of them */
} mz_tset;

#define MZ_TSET_EMPTY ((mz_tset){{0}})

static inline bool mz_tset_has(mz_tset set, mz_tid t)
{
    return set.words[t / MZ_TSET_BITS] >> t % MZ_TSET_BITS & 1;
}

static inline void mz_tset_add(mz_tset *set, mz_tid t)
{
    set->words[t / MZ_TSET_BITS] |= 1ull << t % MZ_TSET_BITS;
}

static inline void mz_tset_remove(mz_tset *set, mz_tid t)
{
    set->words[t / MZ_TSET_BITS] &= ~(1ull << t % MZ_TSET_BITS);
}

static inline mz_tset mz_tset_of(mz_tid t)
{
    mz_tset set = MZ_TSET_EMPTY;

    mz_tset_add(&set, t);
    return set;
}

static inline bool mz_tset_some(mz_tset set)
{
    uint64_t all = 0;

    for (unsigned i = 0; i < MZ_TSET_WORDS; i++)
        all |= set.words[i];
    return all;
}

static inline unsigned mz_tset_count(mz_tset set)
{
    unsigned count = 0;

    for (unsigned i = 0; i < MZ_TSET_WORDS; i++)
        count += (unsigned)__builtin_popcountll(set.words[i]);
    return count;
}

/* The first word of a set that is not empty in which there is a thread. */
static inline unsigned mz_tset_first_word(const mz_tset *set)
{
    unsigned i = 0;

    while (i + 1 < MZ_TSET_WORDS && !set->words[i])
        i++;
    return i;
}

static inline mz_tid mz_tset_first(mz_tset set)
{
    unsigned i = mz_tset_first_word(&set);

    return i * MZ_TSET_BITS + __builtin_ctzll(set.words[i]);
}

static inline void mz_tset_drop_first(mz_tset *set)
{
    unsigned i = mz_tset_first_word(set);

    set->words[i] &= set->words[i] - 1;
}

static inline unsigned mz_tset_end(mz_tset set)
{
    unsigned i = MZ_TSET_WORDS - 1;

    while (i && !set.words[i])
        i--;
    return (i + 1) * MZ_TSET_BITS - __builtin_clzll(set.words[i] | 1);
}

static inline bool mz_tset_equal(mz_tset a, mz_tset b)
{
    uint64_t differ = 0;

    for (unsigned i = 0; i < MZ_TSET_WORDS; i++)
        differ |= a.words[i] ^ b.words[i];
    return !differ;
}

static inline bool mz_tset_meets(mz_tset a, mz_tset b)
{
    uint64_t common = 0;

    for (unsigned i = 0; i < MZ_TSET_WORDS; i++)
        common |= a.words[i] & b.words[i];
    return common;
}

static inline mz_tset mz_tset_or(mz_tset a, mz_tset b)
{
    for (unsigned i = 0; i < MZ_TSET_WORDS; i++)
        a.words[i] |= b.words[i];
    return a;
}

static inline mz_tset mz_tset_and(mz_tset a, mz_tset b)
{
    for (unsigned i = 0; i < MZ_TSET_WORDS; i++)
        a.words[i] &= b.words[i];
    return a;
}

static inline mz_tset mz_tset_minus(mz_tset a, mz_tset b)
{
    for (unsigned i = 0; i < MZ_TSET_WORDS; i++)
        a.words[i] &= ~b.words[i];
    return a;
}

static inline mz_tset mz_tset_without(mz_tset set, mz_tid t)
{
    mz_tset_remove(&set, t);
    return set;
}

static inline mz_tset mz_tset_behind(mz_tset set, mz_tid t)
{
    for (unsigned i = 0; i < t / MZ_TSET_BITS; i++)
        set.words[i] = 0;
    set.words[t / MZ_TSET_BITS] &= -2ull << t % MZ_TSET_BITS;
    return set;
}

static inline uint64_t mz_tset_hash(uint64_t hash, mz_tset set)
{
    for (unsigned i = 0; i < MZ_TSET_WORDS; i++)
        hash = mz_hash_word(hash, set.words[i]);
    return hash;
}

#endif

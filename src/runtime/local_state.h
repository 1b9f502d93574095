/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The local state of a thread, as two hashes of its words. That a thread comes
 * back in the same one is part of a proof (loop.h), so two that differ must
 * not be taken for one. Each hash is a bijection in the word, and in the hash
 * so far: states that differ in one word never have the same. Where they differ
 * in several, both hashes would have to fail together, though they mix by other
 * operations: of 2^40 pairs of states that ever are compared one does so with a
 * chance of 2^-88.
 */
#ifndef MZ_RUNTIME_LOCAL_STATE_H
#define MZ_RUNTIME_LOCAL_STATE_H

#include "base/base.h"

struct mz_local_state {
    uint64_t one, other;
};

static inline uint64_t mz_local_state_mix(uint64_t hash, uint64_t word)
{
    hash = (hash << 23 | hash >> 41) + word;
    hash = (hash ^ hash >> 31) * 0xBF58476D1CE4E5B9u;
    return hash ^ hash >> 27;
}

/* The words are added one after the other; as many each time, or their number,
 * too. */
static inline void mz_local_state_add(struct mz_local_state *state,
                                      uint64_t word)
{
    state->one = mz_hash_word(state->one, word);
    state->other = mz_local_state_mix(state->other, word);
}

void mz_local_state_add_words(struct mz_local_state *, const uint64_t *from,
                              const uint64_t *to);

/*
 * The same, apart from how late it is: what looks like a time not far from now,
 * by one of the clocks that programs read, is told by how far that is. Of a
 * pair of seconds and a fraction of one, the fraction may be elsewhere, too: so
 * all words are looked at first. This is a guess, whose results prove nothing.
 */
struct mz_times {
    uint64_t since_epoch, since_boot; /* now, in nanoseconds */
    unsigned count;
    uint64_t fractions[16];
};

void mz_times_begin(struct mz_times *);
void mz_times_find(struct mz_times *, const uint64_t *from, const uint64_t *to);
void mz_local_state_add_late(struct mz_local_state *, const struct mz_times *,
                             const uint64_t *from, const uint64_t *to);

static inline bool mz_local_state_is(const struct mz_local_state *a,
                                     const struct mz_local_state *b)
{
    return a->one == b->one && a->other == b->other;
}

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The state of the checked program: all that may decide what it does next,
 * apart from the registers of its threads. Two moments of an execution with the
 * same state and the same registers have the same future. This is for proofs
 * that a loop is endless; nothing on a hot path asks.
 */
#ifndef MZ_RUNTIME_STATE_H
#define MZ_RUNTIME_STATE_H

#include "runtime/runtime.h"

/* The lowest address on each thread's stack that is in use; 0: it has none. */
struct mz_live_stacks {
    uint64_t from[MZ_MAX_THREADS];
};

/* Where those of threads that do not run begin; the others are the caller's. */
void mz_state_live_stacks(struct mz_live_stacks *);

/* A fingerprint of it. False: something is unknown, which could not be. */
bool mz_state_fingerprint(const struct mz_live_stacks *, uint64_t *);

/* The same of what threads share, clocks apart. */
bool mz_state_shared(uint64_t *);

/* What all parts add to (parts.h): globals and what is in use of stacks and
 * thread-local storage, blocks, mappings, clocks, random numbers, what the
 * kernel knows of descriptors. */
struct mz_fingerprint {
    const struct mz_live_stacks *live;
    uint64_t hash;
    bool is_known; /* false: something that is part of it is not */
    /* For tests: also what does not decide what the program does, but what the
     * search makes of it; and what the detector of races has learnt. */
    bool has_search, has_races;
};

/* Adds bytes; pages that were never touched count as absent. */
void mz_state_add(struct mz_fingerprint *, const void *, size_t size);

/* The same, where such a page is as good as one of zeros. */
void mz_state_add_bytes(struct mz_fingerprint *, const void *, size_t size);

static inline void mz_state_add_word(struct mz_fingerprint *f, uint64_t word)
{
    f->hash = mz_hash_word(f->hash, word);
}

#endif

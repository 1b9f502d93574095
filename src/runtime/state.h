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

/* ---- for those who own a part of it -------------------------------------- */

/* Adds bytes; pages that were never touched count as absent. */
uint64_t mz_state_bytes(uint64_t hash, const void *, size_t size);

/* Each adds its own: globals (snapshot.c), stacks in use and thread-local
 * storage (fiber.c), blocks (heap.c), mappings, clocks, random numbers. */
uint64_t mz_snapshot_state(uint64_t hash);
uint64_t mz_fiber_state(uint64_t hash, const struct mz_live_stacks *);
uint64_t mz_heap_state(uint64_t hash);
uint64_t mz_time_state(uint64_t hash);
uint64_t mz_random_state(uint64_t hash);
bool mz_mappings_state(uint64_t *hash); /* false: some are not known */

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a thread has done to shared memory by plain accesses between two of its
 * operations: nothing, where each byte that it wrote holds in the end what it
 * held in the beginning. As nobody else has come in between, others find what
 * they would find without these accesses, which may be part of a round of a
 * loop that waits (loop.h). Else they have had an effect. (With
 * --plain=interleave each is an operation itself, and known by its event.)
 */
#ifndef MZ_RUNTIME_PLAIN_EFFECT_H
#define MZ_RUNTIME_PLAIN_EFFECT_H

#include "runtime/overwritten.h"

/* The running thread is about to write there, and has not yet. */
void mz_plain_effect_gather(uint64_t address, uint64_t size);

/* It has come to an operation, or another thread has: notes the effect if there
 * was one, else it was in vain. What was written, until more is; NULL: nothing
 * was, or not all of it is known. */
const struct mz_overwritten *mz_plain_effect_settle(bool *is_in_vain);

/* Is it to be settled yet that something of this granule was written? */
bool mz_plain_effect_is_about(uint64_t object);

#endif

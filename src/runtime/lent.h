/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stacks that others read. What a thread writes to its own stack while it holds
 * a lock in a round of a loop (loop.h), another may read in between, if it
 * knows where that is. So what is read of others' stacks is known beforehand,
 * and counts as an effect where it is written. (It is read after it was
 * written, or that is a race.)
 */
#ifndef MZ_RUNTIME_LENT_H
#define MZ_RUNTIME_LENT_H

#include <stdbool.h>
#include <stdint.h>

/* The running thread reads, or uses, these bytes. */
void mz_lent_note(uint64_t address, uint64_t size);

/* Are some of these bytes read by others than whose stack they are on? */
bool mz_lent_has(uint64_t address, uint64_t size);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an atomic block of the program has done to memory: nothing, where each
 * byte that it wrote holds in the end what it held in the beginning. Then
 * others find what they would find without the block, and it may be part of a
 * round of a loop that waits (loop.h). Else it has had an effect. (The event of
 * a block says that it depends on all others, and no more.)
 */
#ifndef MZ_RUNTIME_BLOCK_EFFECT_H
#define MZ_RUNTIME_BLOCK_EFFECT_H

#include "op/op.h"

/* The block of the running thread begins, and ends: notes whether it has had an
 * effect. */
void mz_block_effect_begin(void);
void mz_block_effect_end(void);

/* An access of the block. `before` is what those bytes of a write held, as a
 * number; the write itself may be still to come. */
void mz_block_effect_gather(enum mz_op, uint64_t object, uint8_t mask,
                            uint64_t before);

/* Is the running thread in such a block? Then its writes are known. */
bool mz_block_effect_tells(void);

/* In a run that is told: what the blocks of a thread have read, from that
 * position of the execution on. Calls `note` with each place. */
void mz_block_effect_reads(mz_tid, uint32_t since,
                           void (*note)(void *data, uint64_t address,
                                        unsigned size),
                           void *data);

#endif

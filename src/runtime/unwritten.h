/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes of the heap that nobody has written in this execution, a bit each
 * (--uninitialised). A read of 1, 2, 4 or 8 of them is an error if none of
 * these bytes was written: not a word of which a part was, as with padding,
 * bit-fields and strings that are read by words; nor what a program only
 * copies, since our plugins for compilers tell such reads apart. What somebody
 * writes unseen does not matter, since a byte must also be what a new block is
 * filled with.
 *
 * Known are blocks below 256 KiB (larger ones are not filled) that code of the
 * program or an instrumented library allocates while an execution runs: what
 * libc allocates it writes as well.
 *
 * Call these while mz_rt.seeks_unwritten.
 */
#ifndef MZ_RUNTIME_UNWRITTEN_H
#define MZ_RUNTIME_UNWRITTEN_H

#include "runtime/runtime.h"

/* A block that was allocated by the call at `pc`, filled. */
void mz_unwritten_begin(uint64_t address, uint64_t size, uint64_t pc);

/* These bytes, wherever they are, are written. */
void mz_unwritten_end(uint64_t address, uint64_t size);

/* They were copied: what was not written still is not. Of ranges that have
 * bytes in common nothing is known any more. */
void mz_unwritten_copy(uint64_t to, uint64_t from, uint64_t size);

/* Fails if all of these bytes are unwritten. */
void mz_unwritten_read(uint64_t address, uint64_t size, uint64_t pc);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes that nobody has written, a bit each: of the heap, and of local
 * variables where the program was built so that it tells of them
 * (compilers/local.h). Two ways to look at reads of them:
 *
 * --uninitialised: a read of 1, 2, 4 or 8 of them is an error if none of these
 * bytes was written: not a word of which a part was, as with padding,
 * bit-fields and strings that are read by words; nor what a program only
 * copies, since our plugins for compilers tell such reads apart.
 *
 * A property whose rules let such a read give any value: each read of one of
 * them is noted, but for copies that are passed on here, and the search goes
 * on; it is not `safe`. Where no execution has such a read, each would have
 * been the same with other values there.
 *
 * What somebody writes unseen does not matter, since a byte must also be what
 * new blocks and variables are filled with.
 *
 * Known are blocks (for --uninitialised below 256 KiB, as larger ones are not
 * filled) that code of the program or an instrumented library allocates while
 * an execution runs: what libc allocates it writes as well.
 *
 * Call these while mz_rt.seeks_unwritten.
 */
#ifndef MZ_RUNTIME_UNWRITTEN_H
#define MZ_RUNTIME_UNWRITTEN_H

#include "runtime/runtime.h"

/* A block that was allocated by the call at `pc`. */
void mz_unwritten_begin(uint64_t address, uint64_t size, uint64_t pc);

/* These bytes, wherever they are, are written. */
void mz_unwritten_end(uint64_t address, uint64_t size);

/* They were copied: what was not written still is not. Of ranges that have
 * bytes in common nothing is known any more, which is noted if it matters. */
void mz_unwritten_copy(uint64_t to, uint64_t from, uint64_t size, uint64_t pc);

/* A child process begins, whose reads are not looked at: noted, if it matters.
 */
void mz_unwritten_leave(uint64_t pc);

/* What a read is: of one variable, by all that is known; of a value that is
 * put elsewhere as it is; by a function of libc, of bytes of which it uses
 * each; or of bytes that mz_unwritten_copy is told of as well. */
enum mz_unwritten_use {
    MZ_USE_SCALAR,
    MZ_USE_COPIED,
    MZ_USE_BYTES,
    MZ_USE_PASSED_ON,
};

/* Fails, or notes it, if that matters. */
void mz_unwritten_read(uint64_t address, uint64_t size, enum mz_unwritten_use,
                       uint64_t pc);

#endif

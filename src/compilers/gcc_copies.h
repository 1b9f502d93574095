/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Assignments of structures and arrays, and of bit-fields.
 *
 * The pass for ThreadSanitizer tells of `*a = *b` the write and then the read,
 * both before either is done. Here it becomes reads of words and writes of
 * words, each of which is announced right before it is done; a large one, one
 * with padding, or one of variable size becomes a call of memmove. What is
 * written to a bit-field becomes what the processor does: its word is read, and
 * written.
 */
#ifndef MZ_COMPILERS_GCC_COPIES_H
#define MZ_COMPILERS_GCC_COPIES_H

#include "compilers/gcc_memory.h"

/* The statement may be replaced; the iterator stays at what follows of it. */
void mz_see_copy(gimple_stmt_iterator *);

/* A private variable that holds what `reference` does. */
tree mz_read_privately(gimple_stmt_iterator *, tree reference);

#endif

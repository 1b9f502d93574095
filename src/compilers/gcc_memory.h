/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory as gcc's statements name it: what other threads can reach, and how a
 * piece of it is read and written.
 *
 * gcc's own pass for ThreadSanitizer, which runs after ours, announces each
 * assignment that reads or writes reachable memory. Ours makes such assignments
 * of everything else.
 */
#ifndef MZ_COMPILERS_GCC_MEMORY_H
#define MZ_COMPILERS_GCC_MEMORY_H

/* gcc's headers want this order. */
#include "gcc-plugin.h"
#include "backend.h"
#include "tree.h"
#include "gimple.h"
#include "ssa.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "tree-cfg.h"

/* No other thread can reach it: a local variable whose address is not known
 * outside of its function. The pass for ThreadSanitizer decides alike. */
bool mz_is_private(tree reference);

/* It never changes while threads run: a constant, or a constant object. */
bool mz_is_constant(tree reference);

/* Its size in bytes; 0 if it has none, or none that is known now. */
unsigned HOST_WIDE_INT mz_size_of(tree reference);

/* Statements go before the iterator's; these are its address as an operand,
 * and what is `offset` bytes behind an address, as unsigned integer. */
tree mz_address_of(gimple_stmt_iterator *, tree reference);
tree mz_word_at(tree address, unsigned offset, unsigned size, unsigned align,
                bool is_volatile);
unsigned mz_alignment_of(tree reference); /* in bytes */

/* A new variable of the function, private. */
tree mz_new_variable(tree type);

/* An operand of the type of `value`, which may be any expression. */
tree mz_new_name(gimple_stmt_iterator *, tree value);

void mz_insert(gimple_stmt_iterator *, gimple *);

/* Compilation fails: this access cannot be announced. */
void mz_refuse_access(const gimple *, const char *why);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Atomic additions and subtractions whose results nobody uses: they become
 * calls of their own, since they commute with one another. Only a compiler
 * knows.
 */
#ifndef MZ_COMPILERS_GCC_ADDITIONS_H
#define MZ_COMPILERS_GCC_ADDITIONS_H

#include "compilers/gcc_memory.h"

/* The statement is a call of a built-in function. */
void mz_see_addition(gimple_stmt_iterator *);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions of libc that gcc knows: memset, strcpy, frexp ... Whatever it would
 * make of them, they are called, so that libmazurka.so sees what they do.
 */
#ifndef MZ_COMPILERS_GCC_LIBRARY_H
#define MZ_COMPILERS_GCC_LIBRARY_H

#include "compilers/gcc_memory.h"

/* The statement is a call of a built-in function. */
void mz_see_builtin(gimple_stmt_iterator *);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What calls read and write themselves: structures that are passed or returned
 * by value go through private variables, and are announced as copies.
 */
#ifndef MZ_COMPILERS_GCC_CALLS_H
#define MZ_COMPILERS_GCC_CALLS_H

#include "compilers/gcc_memory.h"

void mz_see_values(gimple_stmt_iterator *);

#endif

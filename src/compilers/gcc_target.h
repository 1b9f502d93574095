/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Built-in functions of the processor that take addresses: moves past the
 * cache, unaligned moves, broadcasts. Those of the table are announced; others
 * (with masks, gathering, scattering) are refused.
 */
#ifndef MZ_COMPILERS_GCC_TARGET_H
#define MZ_COMPILERS_GCC_TARGET_H

#include "compilers/gcc_memory.h"

void mz_see_target_builtin(gimple_stmt_iterator *);

#endif

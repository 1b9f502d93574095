/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compilers and libc link a few functions of their own into each program
 * (crtbegin.o, libc_nonshared.a). They touch nothing but their own variables,
 * which nobody else names: the audit need not tell of them.
 */
#ifndef MZ_RUNTIME_START_CODE_H
#define MZ_RUNTIME_START_CODE_H

#include "runtime/runtime.h"

/* Is the function at pc one of these, by the symbols of its module's file?
 * Slow, and false of a file without symbols. */
bool mz_start_code_has(uint64_t pc);

#endif

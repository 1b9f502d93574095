/* SPDX-License-Identifier: Apache-2.0 */
/* Whose code or data an address is in, of the modules that were loaded when the
 * program began. The heap, stacks and mappings are in none of them. */
#ifndef MZ_RUNTIME_LIBC_OWNERS_H
#define MZ_RUNTIME_LIBC_OWNERS_H

#include "runtime/runtime.h"

/* The program's code, or that of a library of its own? */
bool mz_owners_program_code(uint64_t address);

/* libc's? */
bool mz_owners_libc_code(uint64_t address);

/* Of the dynamic loader? */
bool mz_owners_loader_code(uint64_t address);

/* Anybody's? */
bool mz_owners_code(uint64_t address);

/* What no thread can write to, whichever module has it? */
bool mz_owners_constant(uint64_t address);

/* A variable of a library that came with the system? */
bool mz_owners_foreign_data(uint64_t address);

/* One of libstdc++? */
bool mz_owners_libstdcxx_data(uint64_t address);

/* Anything of libstdc++: code, variables, tables? */
bool mz_owners_libstdcxx(uint64_t address);

#endif

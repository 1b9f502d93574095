/* SPDX-License-Identifier: Apache-2.0 */
/* Whose code is at an address, for the audit. */
#ifndef MZ_RUNTIME_CODE_H
#define MZ_RUNTIME_CODE_H

#include "runtime/runtime.h"

enum mz_code {
    MZ_CODE_PROGRAM, /* the program, its own and foreign libraries, unknown */
    MZ_CODE_OURS,
    MZ_CODE_TRUSTED, /* the unwinder */
    MZ_CODE_CXX,     /* C++'s library, as far as the program calls it */
    MZ_CODE_LIBC,    /* and its kin, the dynamic linker among them */
};

/* Before the first execution, when all modules are there. */
void mz_code_init(void);

enum mz_code mz_code_at(uint64_t pc);

bool mz_code_same_module(uint64_t pc, uint64_t other);

/* Is it the program's, or that of a library which comes with it, none of the
 * system's? From now on such code can be executed, or cannot. */
bool mz_code_is_own(uint64_t pc);
void mz_code_let_execute(bool);

/*
 * Is the address in a table of the dynamic linker's within the program's
 * globals, which calls through it read? In an object that a system library
 * defines, but that lies in the program, whose address is fixed (stdout)?
 */
bool mz_code_is_linkage(uint64_t address);
bool mz_code_is_copied(uint64_t address);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of the program that fail, or not, as --fail says: a choice of each. */
#ifndef MZ_RUNTIME_FAILING_H
#define MZ_RUNTIME_FAILING_H

#include "region/failing.h"
#include "runtime/runtime.h"

/* Which may, as settings say: a bit each. (While the loader is at work we are
 * to know when it asks for memory: library.h.) */
extern uint64_t mz_failing_asked MZ_HIDDEN;

/* The slow part of mz_fails. */
int mz_failing_choose(enum mz_failing, uint64_t pc) MZ_COLD;

/* The program calls it from there. 0: it goes on as ever; else the error number
 * with which it fails, MZ_FAILS_SHORT or MZ_FAILS_SPURIOUSLY. */
static inline int mz_fails(enum mz_failing failing, uint64_t pc)
{
    if (MZ_LIKELY(!(mz_failing_asked >> failing & 1)))
        return 0;
    return mz_failing_choose(failing, pc);
}

#endif

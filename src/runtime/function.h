/* SPDX-License-Identifier: Apache-2.0 */
/* The function at an address, by the symbols in its module's file; and an
 * object by its name. Slow. */
#ifndef MZ_RUNTIME_FUNCTION_H
#define MZ_RUNTIME_FUNCTION_H

#include "runtime/runtime.h"

struct mz_function {
    uint64_t start, size; /* in memory */
    char name[128];       /* its beginning, at least */
};

/* False: the file has no symbols, or none for this. */
bool mz_function_find(uint64_t pc, struct mz_function *);

/* Of the program. False: it has no object of that name, or no symbols. */
bool mz_function_find_object(const char *name, uint64_t *start,
                             uint64_t *size);

#endif

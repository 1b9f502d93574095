/* SPDX-License-Identifier: Apache-2.0 */
/* The function at an address, by the symbols in its module's file; and objects
 * by their name. Slow. */
#ifndef MZ_RUNTIME_FUNCTION_H
#define MZ_RUNTIME_FUNCTION_H

#include "runtime/runtime.h"

struct mz_function {
    uint64_t start, size; /* in memory */
    char name[128];       /* its beginning, at least */
};

/* False: the file has no symbols, or none for this. */
bool mz_function_find(uint64_t pc, struct mz_function *);

struct mz_named_object {
    uint64_t start, size; /* in memory */
};

/* Those of that name that modules have, one each at most, the program's first:
 * at most so many. How many there are. A program that was stripped has none. */
unsigned mz_function_find_objects(const char *name, struct mz_named_object *,
                                  unsigned most);

#endif

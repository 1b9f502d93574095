/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of libc and libstdc++ of which nothing is known. */
#ifndef MZ_RUNTIME_LIBC_UNKNOWN_H
#define MZ_RUNTIME_LIBC_UNKNOWN_H

#include <stdint.h>

/* The program may call what is there and has that name: noted, if it is such a
 * function. */
void mz_libc_unknown_judge(const char *name, uint64_t address);

#endif

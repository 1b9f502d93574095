/* SPDX-License-Identifier: Apache-2.0 */
/* The audit has caught an access that nobody announced: it is noted in the
 * region, as not seen. */
#ifndef MZ_RUNTIME_NOT_ANNOUNCED_H
#define MZ_RUNTIME_NOT_ANNOUNCED_H

#include "arch/context.h"
#include "runtime/announced.h"

/* In the handler of the fault, whose context this is. An access by libc is
 * noted at the place where the program called it. */
void mz_not_announced(const struct mz_touch *, enum mz_code,
                      const ucontext_t *);

/* Is this memory libc's, though it is watched: a stream's buffer, say? */
bool mz_not_announced_is_libcs(uint64_t address);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* Data races that the user does not want to hear of: region/suppressed.h. */
#ifndef MZ_RUNTIME_SUPPRESS_H
#define MZ_RUNTIME_SUPPRESS_H

#include "base/arena.h"

/* From now on the race detector asks, where the settings say so. In each
 * process that searches. */
void mz_suppress_init(struct mz_arena *);

#endif

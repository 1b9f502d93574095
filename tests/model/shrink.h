/* SPDX-License-Identifier: Apache-2.0 */
/* Makes a script that fails smaller, while it still fails. */
#ifndef MZ_MODEL_SHRINK_H
#define MZ_MODEL_SHRINK_H

#include "script.h"

/* Does it still fail, in the same way? It is a valid script. */
typedef bool mz_script_fails(const struct mz_script *, void *context);

/* Drops threads and instructions, and simplifies the rest, until nothing more
 * can be. */
void mz_shrink(struct mz_script *, mz_script_fails *, void *context);

#endif

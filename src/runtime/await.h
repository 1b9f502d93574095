/* SPDX-License-Identifier: Apache-2.0 */
/* Awaits that come of other calls than mz_await. */
#ifndef MZ_RUNTIME_AWAIT_H
#define MZ_RUNTIME_AWAIT_H

#include "base/base.h"

/* Waits until the word differs from the value. `caller` is whoever waits, for a
 * refusal. */
void mz_await_change(const uint32_t *word, uint32_t value, uint64_t pc,
                     const char *caller);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a function was instrumented: then it calls hooks. */
#ifndef MZ_RUNTIME_HOOKED_H
#define MZ_RUNTIME_HOOKED_H

#include "runtime/runtime.h"

/* Does the function at pc call a hook? True when that is not known. Slow. */
bool mz_hooked_has(uint64_t pc);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* Which modules the process has loaded: mz_region.modules. */
#ifndef MZ_RUNTIME_MODULE_NOTES_H
#define MZ_RUNTIME_MODULE_NOTES_H

#include "runtime/runtime.h"

/* The module of a code address: the last that begins before it. */
uint32_t mz_module_of(uint64_t pc);

#endif

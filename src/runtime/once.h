/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Routines that are run once, and left before their end.
 */
#ifndef MZ_RUNTIME_ONCE_H
#define MZ_RUNTIME_ONCE_H

#include "base/base.h"

/* The running thread leaves the frames below this address for good: routines
 * that it is within there have not been run. */
void mz_once_leave(uint64_t below);

#endif

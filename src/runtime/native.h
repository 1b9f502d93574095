/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The checked program as the search sees it: an mz_program, which begins each
 * execution with the memory of the snapshot, by rolling back or in a fork.
 */
#ifndef MZ_RUNTIME_NATIVE_H
#define MZ_RUNTIME_NATIVE_H

#include "base/arena.h"
#include "explore/program.h"
#include "region/region.h"

struct mz_program *mz_native_create(struct mz_arena *, enum mz_isolation);

/* With --plain=check: whether the executions from now on are checked for data
 * races. At first they are. */
void mz_native_check_races(struct mz_program *, bool);

#endif

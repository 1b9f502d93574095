/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names of epochs that do not depend on how many there were in earlier
 * executions: the k-th of its thread, of those that are told. So two states of
 * the detector can be compared. All of a state is told twice, first to know its
 * epochs, then to name them. For tests alone.
 */
#ifndef MZ_RACE_EPOCH_NAMES_H
#define MZ_RACE_EPOCH_NAMES_H

#include "race/shadow.h"

struct mz_epoch_names {
    uint64_t *keys; /* by thread, then by time */
    size_t count, room;
    bool are_known;
    uint64_t hash; /* of all that was told, since they are known */
};

/* A part of the state: a word; an epoch, or what stands in place of one. */
void mz_epoch_names_tell(struct mz_epoch_names *, uint64_t word);
void mz_epoch_names_tell_epoch(struct mz_epoch_names *, mz_epoch);

/* All were told once: from now on they have names. */
void mz_epoch_names_know(struct mz_epoch_names *);
void mz_epoch_names_end(struct mz_epoch_names *);

/* All cells of this execution, and all allocations, in whatever order. */
void mz_shadow_tell(struct mz_epoch_names *);
void mz_allocation_tell(struct mz_epoch_names *);

#endif

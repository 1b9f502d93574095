/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A script as a program for the search to run: the other implementation of the
 * seam (explore/program.h), without processes, fibers or memory.
 *
 * Of several threads at a local operation the least goes first. What the seam
 * promises only for the end of a run (births, pending operations) is not there
 * during it.
 */
#ifndef MZ_MODEL_MODEL_H
#define MZ_MODEL_MODEL_H

#include "explore/program.h"
#include "machine.h"
#include "op/dependence.h"

enum {
    MZ_MODEL_EVENTS = MZ_SCRIPT_THREADS * MZ_SCRIPT_CODE,
    MZ_MODEL_ACCESSES = 2 * MZ_MODEL_EVENTS,
};

struct mz_model {
    struct mz_program program; /* first: a program is its model */
    const char *wrong; /* NULL, or how the search broke the seam's contract;
                          the run returned MZ_ABANDONED */

    /* The last run, with the machine before each event and after the last one:
     * the next run mostly begins as it did. */
    const struct mz_execution *last;
    uint32_t length;
    uint32_t kept; /* so many events were the first ones of the run before */
    struct mz_event events[MZ_MODEL_EVENTS]; /* `more` is where in this: */
    struct mz_access accesses[MZ_MODEL_ACCESSES];
    struct mz_machine machines[MZ_MODEL_EVENTS + 1];
};

/* The script is borrowed. */
void mz_model_init(struct mz_model *, const struct mz_script *);

/* What every algorithm must cope with: reads commute, and additions; and, in a script with
 * blocks, outcomes cannot be foreseen. */
static inline enum mz_relation mz_model_relation(const struct mz_script *script)
{
    return mz_script_has(script, MZ_SCRIPT_ATOMIC) ? MZ_RELATION_OPAQUE
                                                   : MZ_RELATION_ADD;
}

#endif

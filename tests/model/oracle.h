/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The oracle: all executions of a script, by plain enumeration of what its
 * machine can do (local operations at once, the least thread first), and the
 * set of their Mazurkiewicz traces. No reduction, and nothing of src/explore.
 *
 * Prefixes of equal traces have equal futures. With `memoise` the futures of a
 * trace prefix are enumerated once; what is counted stays the same.
 */
#ifndef MZ_MODEL_ORACLE_H
#define MZ_MODEL_ORACLE_H

#include "canonical.h"
#include "machine.h"

enum {
    MZ_ORACLE_OUTCOMES = MZ_ERROR + 1,
    MZ_ORACLE_EVENTS = 64, /* of an execution: more than searches have room for */
};

struct mz_oracle {
    /* To be set. */
    enum mz_relation relation;
    bool memoise;
    uint64_t limit; /* give up after so many steps */

    /* Found. */
    struct mz_canonical_set traces; /* of maximal executions */
    uint64_t trace_count[MZ_ORACLE_OUTCOMES];
    uint64_t interleavings[MZ_ORACLE_OUTCOMES];
    uint64_t steps;
    uint32_t longest; /* execution */
    mz_group signalled; /* by others, in some execution: see `kill` */
    bool kinds[MZ_OP_COUNT]; /* which operations (op.h) occur */
    bool chooses; /* a wake chose of several masks: see machine.h */

    /* Its own. */
    struct mz_canonical_set prefixes;
    uint64_t (*below)[MZ_ORACLE_OUTCOMES]; /* interleavings, by prefix */
    size_t below_capacity;
};

/* False: beyond the limit, nothing is known. Reuses the memory it has. */
bool mz_oracle_run(struct mz_oracle *, const struct mz_script *);

void mz_oracle_free(struct mz_oracle *);

uint64_t mz_oracle_sum(const uint64_t counts[MZ_ORACLE_OUTCOMES]);

/*
 * NULL, or why the relation is no valid happens-before on this script, of what
 * [AAJS17] Definition 3.2 demands: in each state that can be reached, adjacent
 * independent operations commute (4, 5), and operations that depend on one
 * another still do with an operation in between that is independent of the
 * first (7).
 */
const char *mz_oracle_invalid(enum mz_relation, const struct mz_script *);

#endif

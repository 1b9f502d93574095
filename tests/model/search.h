/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A search, as it is tested: an algorithm run on a script through the two seams
 * alone, with a record of the traces it visited, with the happens-before of
 * each execution compared with the definition, and what its events say that
 * memory held with one another.
 */
#ifndef MZ_MODEL_SEARCH_H
#define MZ_MODEL_SEARCH_H

#include "explore/algorithm.h"
#include "oracle.h"
#include "trace/statistics.h"
#include "trace/traces.h"

struct mz_search {
    /* To be set. */
    const char *algorithm;
    bool sleep_sets;
    enum mz_relation relation;
    uint32_t k;     /* of qpor; 0: optimal */
    uint64_t seed;  /* of random, pct, pos, which run so many: */
    uint64_t samples;
    struct mz_survey *survey; /* what these tell; NULL: nothing */
    uint64_t limit; /* give up after so many executions */
    uint32_t room;  /* events in an execution; 0: as many as there can be */
    bool orders_all; /* trust */
    bool divided;   /* give parts away, and receive them one after the other */
    enum mz_learning learns_order; /* pop, trust */
    bool in_full;   /* name each trace in full, and count them, too */

    /* Found. */
    const char *wrong; /* NULL, or which rule was broken */
    const char *unsupported; /* NULL, or why the algorithm stopped */
    bool too_large;    /* stopped at the limit: what follows is not all */
    struct mz_canonical_set traces; /* of executions that came to their end */
    uint64_t executions[MZ_ORACLE_OUTCOMES];
    uint64_t blocked;
    uint64_t put_by; /* divided: how often all that was left was given away */
    uint64_t cut; /* for lack of room */
    struct mz_cases cases; /* of pop */
    struct mz_canonical_set in_words; /* the traces, if in_full */
    struct mz_traces counted;         /* as --count-traces has it, the same */
};

/* The arena of a search, all zeros. There is one: the last search's is gone. */
struct mz_arena *mz_search_arena(void);

/* All searches share one arena: one runs at a time. Sets found from scratch. */
void mz_search_run(struct mz_search *, const struct mz_script *);

void mz_search_free(struct mz_search *);

/* Is what an algorithm has said to be unsupported what its entry says that it
 * refuses? */
bool mz_search_may_refuse(const char *algorithm, const char *unsupported);

/* Told of each execution that the searches run, if not NULL: for debugging. */
extern FILE *mz_search_log;

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bounds on the context switches of what `qpor` runs.
 *
 * What is left out are configurations that no order of is within the bound; as
 * fewer events need no more switches, all that extends them is left out, too.
 * So C is a set: it grows in the order of the search, and is run in one that is
 * within the bound, which may be another one. `view` is the execution as it
 * would be in the order of the search; an event of the run is the same one if
 * it has the same number in its thread.
 *
 * Where something was left out the structure may lack what alternatives need.
 * See docs/algorithms/bounds.md, "qpor".
 */
#ifndef MZ_EXPLORE_QPOR_BOUND_H
#define MZ_EXPLORE_QPOR_BOUND_H

#include "explore/algorithm.h"
#include "unfold/comb.h"
#include "unfold/few_switches.h"

struct mz_qpor_bound {
    uint32_t most; /* MZ_NO_BOUND: nothing of this is used */
    struct mz_execution view;
    struct mz_few_switches few;
    mz_tset *enabled; /* [position]: where a thread was chosen */
    bool *cut;        /* [position]: something was left out after this event */

    /* The run. */
    uint32_t taken; /* its events that are in the view */
    uint32_t *in_view;
    uint32_t ran[MZ_MAX_THREADS];
    uint32_t switches;
    mz_tid running;

    /* How it is to begin, beyond the prefix that is replayed. */
    mz_tid *plan;
    uint32_t planned, followed;
    bool again; /* the run was ended, to go on in another order */

    mz_node *untainted; /* scratch: of D */
};

/* For at most so many events of D. */
void mz_qpor_bound_init(struct mz_qpor_bound *, struct mz_arena *,
                        const struct mz_execution *,
                        const struct mz_algorithm_options *, uint32_t disabled);

static inline bool mz_qpor_bound_is_set(const struct mz_qpor_bound *b)
{
    return b->most != MZ_NO_BOUND;
}

/* The next event of the run that is new: it is put at the end of the view, and
 * C is to be extended by it. False: there is none. */
bool mz_qpor_bound_take(struct mz_qpor_bound *, const struct mz_configuration *,
                        const struct mz_execution *run);

/* The view, with what the run has ended at. */
const struct mz_execution *mz_qpor_bound_end(struct mz_qpor_bound *,
                                             const struct mz_execution *run);

/* Is the run still to follow its plan? Then `thread` goes on. */
bool mz_qpor_bound_plans(struct mz_qpor_bound *, mz_tid *thread);

/* The value of a thread's next choice in C, beyond what has been run. */
bool mz_qpor_bound_value(const struct mz_qpor_bound *,
                         const struct mz_configuration *, mz_tid, uint32_t *);

/* Of these threads, those that can go on here within the bound. */
mz_tset mz_qpor_bound_allow(const struct mz_qpor_bound *, mz_tset);

/* Plans a run with what one of them does next after C; false: no order allows
 * that. */
bool mz_qpor_bound_plan(struct mz_qpor_bound *, struct mz_configuration *,
                        const struct mz_enabled *, mz_tset);

/* C is left, with something beyond the bound. */
void mz_qpor_bound_cut(struct mz_qpor_bound *, const struct mz_configuration *);

/* For alternatives to e = C[n]: `some` of those that are active in D, for which
 * a conflicting event is known if there is any; in b->untainted. False: there
 * are no alternatives. */
bool mz_qpor_bound_narrow(const struct mz_qpor_bound *,
                          const struct mz_configuration *, uint32_t n,
                          mz_node e, const struct mz_disabled *active,
                          struct mz_disabled *some);

/* Makes the execution the prefix to be replayed: by plan, or C. */
void mz_qpor_bound_prepare(struct mz_qpor_bound *,
                           const struct mz_configuration *,
                           struct mz_execution *);

#endif

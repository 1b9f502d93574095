/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bounds on the context switches of what `qpor` runs.
 *
 * A configuration is left out if none of its orders is within the bound. Then
 * all that extends it is left out, too, since fewer events need no more
 * switches. So what counts of C is the set of its events, not their order: C
 * grows in the order of the search, and is run in an order that is within the
 * bound, which may be another one. `view` is the execution in the order of the
 * search. An event of the run and one of the view are the same if they have the
 * same number in their thread.
 *
 * Where something was left out, U may lack events that alternatives need.
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
    uint32_t taken;    /* how many of its events have been looked at */
    uint32_t *in_view; /* [event of the run]: its position in the view */
    uint32_t ran[MZ_MAX_THREADS]; /* [thread]: events looked at */
    uint32_t switches;            /* context switches in these events */
    mz_tid running;               /* of the last of these events */

    /* Which threads are to go on first, after the prefix that is replayed. */
    mz_tid *plan;
    uint32_t planned, followed;
    bool again; /* the run was ended, to go on in another order */

    mz_node *untainted; /* scratch: events of D */
};

/* D will have at most so many events. */
void mz_qpor_bound_init(struct mz_qpor_bound *, struct mz_arena *,
                        const struct mz_execution *,
                        const struct mz_algorithm_options *, uint32_t disabled);

static inline bool mz_qpor_bound_is_set(const struct mz_qpor_bound *b)
{
    return b->most != MZ_NO_BOUND;
}

/* Puts the next event of the run that is new at the end of the view; C is to be
 * extended by it. False: there is none. */
bool mz_qpor_bound_take(struct mz_qpor_bound *, const struct mz_configuration *,
                        const struct mz_execution *run);

/* The view, with the operations that threads stood at when the run ended. */
const struct mz_execution *mz_qpor_bound_end(struct mz_qpor_bound *,
                                             const struct mz_execution *run);

/* Has the run still to follow its plan? Then `thread` goes on next. */
bool mz_qpor_bound_plans(struct mz_qpor_bound *, mz_tid *thread);

/* The value of the thread's next choice, if C has it already; else false. */
bool mz_qpor_bound_value(const struct mz_qpor_bound *,
                         const struct mz_configuration *, mz_tid, uint32_t *);

/* Of these threads, those that can go on now within the bound. */
mz_tset mz_qpor_bound_allow(const struct mz_qpor_bound *, mz_tset);

/* Plans a run with an order, within the bound, of C and what one of these
 * threads does next after C. False: there is no such order. */
bool mz_qpor_bound_plan(struct mz_qpor_bound *, struct mz_configuration *,
                        const struct mz_enabled *, mz_tset);

/* Notes that something that extends C was left out. */
void mz_qpor_bound_cut(struct mz_qpor_bound *, const struct mz_configuration *);

/* For alternatives to e = C[n]: puts into `some` those active events of D that
 * are not tainted, so that U has an event in conflict with them if there is
 * any; they are in b->untainted. False: there are no alternatives. */
bool mz_qpor_bound_narrow(const struct mz_qpor_bound *,
                          const struct mz_configuration *, uint32_t n,
                          mz_node e, const struct mz_disabled *active,
                          struct mz_disabled *some);

/* Makes the execution the prefix to be replayed: as planned, or C. */
void mz_qpor_bound_prepare(struct mz_qpor_bound *,
                           const struct mz_configuration *,
                           struct mz_execution *);

#endif

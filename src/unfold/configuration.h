/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A configuration C: the events of the execution at hand, or of a beginning of
 * it, and what is in conflict with it ([NRSCP18] section 5.3).
 *
 * The configuration grows by the events of an execution and is cut back to a
 * beginning, position by position. It must be cut before the execution is.
 */
#ifndef MZ_UNFOLD_CONFIGURATION_H
#define MZ_UNFOLD_CONFIGURATION_H

#include "unfold/event_structure.h"

struct mz_configuration {
    struct mz_event_structure *structure;
    mz_node *events; /* [position] */
    uint32_t length;
    mz_node *last; /* [tree]: the maximal event of C */
    mz_node
        *leaf; /* [leaves - MZ_FIRST_LEAVES]: the last in C; it may have been
                      covered since */
    mz_node *passed; /* what `leaf` was before each leaf of C came: a stack */
    uint32_t passed_count;
    mz_node *kept; /* [position]: what is kept for its sake (pruning.h), a list
                      by `next_kept` */
    uint32_t extended; /* positions whose conflicts have been added */
    bool is_bounded;   /* a bound keeps some extensions of C from being run: so
                          all that is in conflict with C is added, not only what
                          is enough without a bound */
    struct mz_label label, moved; /* scratch, to the end: see extensions.c */
    struct mz_history history, without, scratch;
    mz_node left[8];
    uint32_t left_count;
};

void mz_configuration_init(struct mz_configuration *, struct mz_arena *,
                           struct mz_event_structure *,
                           const struct mz_execution *);

/* Takes in the next event of the execution, if there is room. */
void mz_configuration_extend(struct mz_configuration *,
                             const struct mz_execution *);

/* Puts into `label` and `history` what an operation that a thread stands at
 * would be, and would follow, if it were executed now. */
void mz_configuration_foresee(struct mz_configuration *,
                              const struct mz_execution *,
                              const struct mz_event *pending);

/* Forgets the events from that position on. */
void mz_configuration_cut(struct mz_configuration *, uint32_t length);

/* Keeps an event for the sake of that position, unless it is kept for an
 * earlier one. */
void mz_configuration_keep(struct mz_configuration *, mz_node,
                           uint32_t position);

/* Is e in C? */
static inline bool mz_configuration_has(const struct mz_configuration *c,
                                        mz_node e)
{
    uint32_t position = mz_unfolded(c->structure, e)->position;

    return position < c->length && c->events[position] == e;
}

/* The last of these leaves in C; MZ_BOTTOM: C has none, or a node after it
 * covers it. */
static inline mz_node mz_configuration_leaf(const struct mz_configuration *c,
                                            uint32_t leaves)
{
    mz_node e = c->leaf[leaves - MZ_FIRST_LEAVES];
    uint32_t tree = mz_leaves(c->structure, leaves)->tree;

    return e && mz_place_in(mz_unfolded(c->structure, e), tree)->parent ==
                       c->last[tree]
               ? e
               : MZ_BOTTOM;
}

/* The position of an event of C that is in conflict with e, the first found; if
 * there is none, the length of C. */
uint32_t mz_configuration_conflict(const struct mz_configuration *, mz_node e);

/* Has C a leaf that e, an extension of a prefix of C, is in conflict with? */
bool mz_configuration_has_against(const struct mz_configuration *, mz_node e);

/* Is e, an extension of a prefix of C, in conflict with C? */
static inline bool mz_configuration_excludes(const struct mz_configuration *c,
                                             mz_node e)
{
    const struct mz_unfolded *event = mz_unfolded(c->structure, e);
    const struct mz_place *place = mz_places(event);

    for (uint32_t i = event->place_count; i--; place++)
        if (c->last[place->tree] != place->parent)
            return true;
    return c->last[event->thread] != event->parent ||
           (c->structure->leaves_count > 1 &&
            mz_configuration_has_against(c, e));
}

#endif

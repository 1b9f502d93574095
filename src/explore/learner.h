/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A search that learns in which order threads go on where any may (pop/order).
 * It begins by default. If it turns out to be large it learns an order of an
 * execution, and begins anew with it, for one execution, of which it learns
 * once more; then it tries that order. If fewer events are new it goes on so;
 * else it goes on by default, and if more are it begins anew once more.
 *
 * Whoever searches runs executions, notes each, and begins anew where it is
 * told to. What was learnt, and how far that has come, goes flat with a task.
 */
#ifndef MZ_EXPLORE_LEARNER_H
#define MZ_EXPLORE_LEARNER_H

#include "explore/algorithm.h"
#include "pop/order.h"

/* Which order of threads is explored. */
enum mz_stage {
    MZ_STAGE_BY_DEFAULT, /* as yet */
    MZ_STAGE_IN_DRAFT,   /* what was learnt, for one execution, to learn once
                          more */
    MZ_STAGE_ON_TRIAL,   /* what was learnt of that */
    MZ_STAGE_SETTLED,    /* either, to the end */
};

struct mz_learner {
    struct mz_pop_order order;
    enum mz_stage stage;
    uint64_t large; /* a search is after so many executions; 1: what is learnt
                       is kept */
    uint64_t ran;   /* executions in this stage, up to `large` */
    uint64_t news;  /* new events in them */
    uint64_t by_default; /* the same by default */
    bool is_anew;        /* it is to begin anew, in this stage */
    bool must_gain; /* see mz_learner_must_gain */
};

/* The same, flat; what was learnt, `turns`, follows. 8-byte aligned. */
struct mz_learnt {
    uint32_t stage;
    uint32_t turns;
    uint64_t begins; /* it is to begin anew, or has not begun */
    uint64_t ran, news, by_default;
};

void mz_learner_init(struct mz_learner *, struct mz_arena *, uint32_t capacity,
                     enum mz_relation, enum mz_learning);

/* At once: what was begun in an order stays in it, so that if that has no fewer
 * new events the search begins anew, too. So that less is run in vain they are
 * compared sooner. */
void mz_learner_must_gain(struct mz_learner *);

/* May it begin anew? */
static inline bool mz_learner_is_undecided(const struct mz_learner *l)
{
    return l->stage != MZ_STAGE_SETTLED || l->is_anew;
}

/* An execution has ended, in which so many events were new. If it is not the
 * last one, it may be that all is to be explored anew. */
void mz_learner_note(struct mz_learner *, const struct mz_execution *,
                     enum mz_outcome, uint64_t news, bool is_last);

/* The first execution is to be run again. */
void mz_learner_begin_anew(struct mz_learner *);

/* Something was found that is to stand: it begins anew no more, but goes on as
 * it does; by default if it was to begin anew. */
void mz_learner_settle(struct mz_learner *, bool has_more);

/* Returns how many bytes it takes; 0: there is no room. */
size_t mz_learner_write(const struct mz_learner *, bool begins, void *to,
                        size_t room);

/* Goes on as another one that has written this. Of the execution at hand
 * nothing is left. Returns how many bytes it takes. */
size_t mz_learner_take(struct mz_learner *, const void *from);

#endif

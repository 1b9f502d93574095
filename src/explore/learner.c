/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/learner.h"

/* After so many executions a search is large; by the new events of as many, the
 * first ones, orders are compared. */
enum { LARGE = 512, LARGE_FOR_TESTS = 3 };

static uint64_t large(enum mz_learning learning)
{
    switch (learning) {
    case MZ_LEARN_AT_ONCE:
        return 1;
    case MZ_LEARN_SOON:
        return LARGE_FOR_TESTS;
    default:
        return LARGE;
    }
}

void mz_learner_init(struct mz_learner *l, struct mz_arena *arena,
                     uint32_t capacity, enum mz_relation relation,
                     enum mz_learning learning)
{
    *l = (struct mz_learner){
        .stage = learning ? MZ_STAGE_BY_DEFAULT : MZ_STAGE_SETTLED,
        .large = large(learning),
    };
    mz_pop_order_init(&l->order, arena, capacity, relation);
}

void mz_learner_must_gain(struct mz_learner *l)
{
    l->must_gain = true;
    if (l->large == LARGE)
        l->large = LARGE / 2;
}

void mz_learner_settle(struct mz_learner *l, bool has_more)
{
    l->stage = MZ_STAGE_SETTLED;
    if (!l->is_anew || !has_more)
        return;
    mz_pop_order_forget(&l->order);
    l->is_anew = false;
}

/* False: there is nothing to be learnt. */
static bool learns_order(struct mz_learner *l, const struct mz_execution *x,
                         enum mz_stage next)
{
    bool has_learnt = mz_pop_order_learn(&l->order, x);

    l->stage = has_learnt ? next : MZ_STAGE_SETTLED;
    return has_learnt;
}

/* It has been tried. What is no better by some per cent is not gone on with,
 * since to choose takes time, but as a rule only what is worse was in vain. */
static bool was_in_vain(struct mz_learner *l)
{
    uint64_t some = l->by_default / 64;

    l->stage = MZ_STAGE_SETTLED;
    if (l->news + some < l->by_default)
        return false;
    mz_pop_order_forget(&l->order);
    return l->must_gain || l->news > l->by_default + some;
}

/* Is it one of as many as there are in any order? */
static bool is_whole(enum mz_outcome outcome)
{
    return outcome == MZ_COMPLETE || outcome == MZ_DEADLOCK ||
           outcome == MZ_ASSUME_BLOCKED;
}

/* Who waits in a loop does so in another order only. */
static bool is_condemned(struct mz_learner *l, enum mz_outcome outcome)
{
    bool is_tried = l->stage != MZ_STAGE_BY_DEFAULT;

    l->stage = MZ_STAGE_SETTLED;
    if (!is_tried || mz_outcome_breaks_off(outcome))
        return false;
    mz_pop_order_forget(&l->order);
    return true;
}

static bool changes_order(struct mz_learner *l, const struct mz_execution *x,
                          enum mz_outcome outcome, bool is_last)
{
    if (!is_whole(outcome))
        return is_condemned(l, outcome);
    if (is_last)
        return false;
    switch (l->stage) {
    case MZ_STAGE_BY_DEFAULT:
        if (x->length > MZ_POP_ORDER_EVENTS)
            l->stage = MZ_STAGE_SETTLED; /* nothing is learnt of such */
        if (l->stage == MZ_STAGE_SETTLED || l->ran != l->large)
            return false;
        l->by_default = l->news;
        return learns_order(l, x, MZ_STAGE_IN_DRAFT);
    case MZ_STAGE_IN_DRAFT:
        return learns_order(
            l, x, l->large > 1 ? MZ_STAGE_ON_TRIAL : MZ_STAGE_SETTLED);
    case MZ_STAGE_ON_TRIAL:
        return l->ran == l->large && was_in_vain(l);
    case MZ_STAGE_SETTLED:
        break;
    }
    return false;
}

void mz_learner_note(struct mz_learner *l, const struct mz_execution *x,
                     enum mz_outcome outcome, uint64_t news, bool is_last)
{
    if (MZ_LIKELY(l->stage == MZ_STAGE_SETTLED))
        return;
    l->ran++;
    l->news += news;
    l->is_anew = changes_order(l, x, outcome, is_last);
}

void mz_learner_begin_anew(struct mz_learner *l)
{
    l->ran = l->news = 0;
    l->is_anew = false;
}

/* ---- what goes with a task ----------------------------------------------- */

size_t mz_learner_write(const struct mz_learner *l, bool begins, void *to,
                        size_t room)
{
    const struct mz_learnt head = {
        .stage = l->stage,
        .turns = l->order.length,
        .begins = begins,
        .ran = l->ran,
        .news = l->news,
        .by_default = l->by_default,
    };
    size_t turns = head.turns * sizeof *l->order.turns;

    if (room < sizeof head + turns)
        return 0;
    mz_copy(to, &head, sizeof head);
    mz_copy((char *)to + sizeof head, l->order.turns, turns);
    return sizeof head + turns;
}

size_t mz_learner_take(struct mz_learner *l, const void *from)
{
    const struct mz_learnt *learnt = from;

    l->stage = learnt->stage;
    l->ran = learnt->ran;
    l->news = learnt->news;
    l->by_default = learnt->by_default;
    l->is_anew = learnt->begins;
    mz_pop_order_take(&l->order, (const struct mz_pop_turn *)(learnt + 1),
                      learnt->turns);
    return sizeof *learnt + learnt->turns * sizeof *l->order.turns;
}

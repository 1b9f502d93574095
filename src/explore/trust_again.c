/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Posts to a semaphore and read unlocks commute, and so may what is done to
 * objects that are joined; but they are updates in a graph, which has them in
 * some order, and each read of a joined object behind one of them. So of one
 * trace there are as many graphs as there are such orders, of which one counts:
 * that of the trace's first linear order, in which of all threads that can go
 * on the least does.
 */
#include "explore/trust.h"

/* The place of an event by which it is in an order that its trace need not
 * have; MZ_NONE: it is in none. */
static uint32_t place_in_order(const struct mz_trust *p,
                               const struct mz_event *e)
{
    bool posts = mz_dependence[p->hb.relation][e->kind].class == MZ_CLASS_POST;

    if (mz_op_is_local(e->kind) ||
        !(mz_trust_is_joined(p, e) || (posts && !mz_op_arrives(e->kind))))
        return MZ_NONE;
    return mz_graph_place_there(&p->graph, e->object, e->mask);
}

static bool only_reads(const struct mz_trust *p, const struct mz_execution *x,
                       uint32_t position)
{
    return mz_trust_event_does(p, x, &x->events[position]) == MZ_NODE_READS;
}

static void forget_latest(struct mz_trust *p, const struct mz_execution *x)
{
    for (uint32_t i = 0; i < x->length; i++) {
        uint32_t place = place_in_order(p, &x->events[i]);

        if (place != MZ_NONE)
            p->latest[place] = MZ_NONE;
    }
}

/* Are two events of one place in an order that their trace need not have? */
typedef bool relation(const struct mz_trust *, const struct mz_execution *,
                      uint32_t earlier, uint32_t later);

/* Of some event and the update before it of its place, or of a read and the
 * update after it, does that hold? */
static bool has_some(struct mz_trust *p, const struct mz_execution *x,
                     relation *holds)
{
    bool reads = false;
    uint32_t i;

    forget_latest(p, x);
    for (i = 0; i < x->length; i++) {
        uint32_t place = place_in_order(p, &x->events[i]);

        if (place == MZ_NONE)
            continue;
        if (p->latest[place] != MZ_NONE && holds(p, x, p->latest[place], i))
            return true;
        if (only_reads(p, x, i))
            reads = true;
        else
            p->latest[place] = i;
    }
    if (!reads)
        return false;
    forget_latest(p, x);
    while (i-- > 0) {
        uint32_t place = place_in_order(p, &x->events[i]);

        if (place == MZ_NONE)
            continue;
        if (!only_reads(p, x, i))
            p->latest[place] = i;
        else if (p->latest[place] != MZ_NONE &&
                 holds(p, x, i, p->latest[place]))
            return true;
    }
    return false;
}

/* (Between two posts to one semaphore of which neither happens before the other
 * there is nothing else that is done to it.) */
static bool commutes(const struct mz_trust *p, const struct mz_execution *x,
                     uint32_t earlier, uint32_t later)
{
    return !mz_happens_before(&p->hb, earlier, x->events[earlier].thread,
                              later);
}

/* Has all that happens before it a rank, in to[]? */
static bool is_ready(const struct mz_trust *p, const struct mz_execution *x,
                     uint32_t position)
{
    const uint32_t *clock = mz_happens_before_clock(&p->hb, position);

    for (unsigned t = 0; t < p->hb.width; t++)
        if (t != x->events[position].thread && clock[t] &&
            p->to[clock[t] - 1] == MZ_NONE)
            return false;
    return true;
}

/* The thread's next event from there on; MZ_NONE: it has none. */
static uint32_t next_of(const struct mz_execution *x, mz_tid t, uint32_t from)
{
    while (from < x->length && x->events[from].thread != t)
        from++;
    return from < x->length ? from : MZ_NONE;
}

/* Puts to to[] where each event is in the first linear order. */
static void find_ranks(struct mz_trust *p, const struct mz_execution *x)
{
    uint32_t heads[MZ_MAX_THREADS], rank = 0;
    unsigned t;

    for (uint32_t i = 0; i < x->length; i++)
        p->to[i] = MZ_NONE;
    for (t = 0; t < p->hb.width; t++)
        heads[t] = next_of(x, t, 0);
    while (rank < x->length) {
        for (t = 0; heads[t] == MZ_NONE || !is_ready(p, x, heads[t]);)
            t++;
        p->to[heads[t]] = rank++;
        heads[t] = next_of(x, t, heads[t] + 1);
    }
}

static bool is_later_at_first(const struct mz_trust *p,
                              const struct mz_execution *x, uint32_t earlier,
                              uint32_t later)
{
    (void)x;
    return p->to[earlier] > p->to[later];
}

bool mz_trust_is_again(struct mz_trust *p, const struct mz_execution *x)
{
    if (!has_some(p, x, commutes))
        return false;
    find_ranks(p, x);
    return has_some(p, x, is_later_at_first);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "unfold/comb.h"

#include "unfold/causality_tree.h"
#include "unfold/history.h"
#include "unfold/siblings.h"

void mz_comb_init(struct mz_comb *comb, struct mz_arena *arena, uint32_t spikes,
                  uint32_t events)
{
    *comb = (struct mz_comb){.capacity = spikes, .room = events};
    comb->spikes = mz_arena_take(arena, spikes * sizeof *comb->spikes);
    comb->events = mz_arena_take(arena, events * sizeof *comb->events);
}

void mz_comb_begin(struct mz_comb *comb)
{
    comb->count = comb->used = 0;
}

/* Is the spike of event a a part of the spike of event b? */
static bool is_narrower(const struct mz_event_structure *s, mz_node a,
                        mz_node b)
{
    const struct mz_unfolded *p = mz_unfolded(s, a), *q = mz_unfolded(s, b);
    const struct mz_place *in_p = mz_places(p), *in_q = mz_places(q);

    if (!p->place_count)
        return !q->place_count && p->thread == q->thread;
    if (p->place_count != q->place_count)
        return false;
    for (uint32_t i = 0; i < p->place_count; i++)
        if (in_p[i].tree != in_q[i].tree ||
            (in_q[i].leaves &&
             (!in_p[i].leaves || (mz_tree(s, in_p[i].tree)->is_mixed &&
                                  (in_p[i].kind != in_q[i].kind ||
                                   in_p[i].mask != in_q[i].mask)))))
            return false;
    return true;
}

void mz_comb_add(struct mz_comb *comb, const struct mz_configuration *c,
                 mz_node d)
{
    for (uint32_t i = 0; i < comb->count; i++) {
        if (is_narrower(c->structure, comb->spikes[i].event, d))
            return;
        if (is_narrower(c->structure, d, comb->spikes[i].event)) {
            comb->spikes[i].event = d;
            return;
        }
    }
    if (comb->count == comb->capacity) {
        comb->exhausted = true;
        return;
    }
    comb->spikes[comb->count++] = (struct mz_spike){.event = d};
}

/* ---- spikes -------------------------------------------------------------- */

/* The first event of thread t that [e] has and C has not. */
static mz_node begins(const struct mz_configuration *c, mz_tid t, mz_node e)
{
    const struct mz_event_structure *s = c->structure;
    uint32_t next = mz_unfolded(s, c->last[t])->depth + 1;

    return mz_ancestor(s, t, mz_latest(s, e, t), next);
}

/*
 * Step 3: what keeps e from being part of an alternative? The position of an
 * event of C that is in conflict with e; or that where an event of D which is
 * in [e] was put aside; or MZ_NONE: nothing does. An event of D that goes with
 * C is the next one of its thread, so that only that one of each thread need be
 * asked for. C and D are stacks: the obstacle stays until the position is gone.
 */
static uint32_t obstacle(const struct mz_configuration *c,
                         const struct mz_disabled *disabled, mz_node e)
{
    uint32_t position = mz_configuration_conflict(c, e);

    if (position < c->length)
        return position;
    MZ_EACH(rest, disabled->threads) {
        const struct mz_unfolded *first =
            mz_unfolded(c->structure, begins(c, mz_tset_first(rest), e));

        if (first->is_disabled)
            return first->position;
    }
    return MZ_NONE;
}

/* May e be part of an alternative? If not, it is parked until it may. */
static bool is_possible(const struct mz_configuration *c,
                        const struct mz_disabled *disabled, mz_node e)
{
    uint32_t position;

    if (mz_unfolded(c->structure, e)->is_disabled || mz_configuration_has(c, e))
        return false;
    position = obstacle(c, disabled, e);
    if (position != MZ_NONE)
        mz_event_structure_park(c->structure, e, position);
    return position == MZ_NONE;
}

static uint64_t serial(const struct mz_configuration *c, mz_node e)
{
    return mz_unfolded(c->structure, e)->serial;
}

/* Adds an event to a spike, in which the newest comes first. */
static void put(struct mz_comb *comb, const struct mz_configuration *c,
                struct mz_spike *spike, mz_node e)
{
    uint32_t at = spike->end;

    if (comb->used == comb->room) {
        comb->exhausted = true;
        return;
    }
    for (; at > spike->begin; at--) {
        if (serial(c, comb->events[at - 1]) > serial(c, e))
            break;
        comb->events[at] = comb->events[at - 1];
    }
    comb->events[at] = e;
    spike->end = ++comb->used;
}

static void build_choice(struct mz_comb *comb, const struct mz_configuration *c,
                         const struct mz_disabled *disabled,
                         struct mz_spike *spike, const struct mz_unfolded *d)
{
    const struct mz_event_structure *s = c->structure;
    mz_node next;

    for (mz_node e = mz_first_choice(s, d->previous); e; e = next) {
        next = mz_unfolded(s, e)->sibling;
        if (mz_unfolded(s, e)->thread == d->thread &&
            is_possible(c, disabled, e))
            put(comb, c, spike, e);
    }
}

/* Adds to the spike of d those events that follow, in one tree of d, what d
 * follows there, and that depend on d. */
static void build_place(struct mz_comb *comb, const struct mz_configuration *c,
                        const struct mz_disabled *disabled,
                        struct mz_spike *spike, const struct mz_place *d)
{
    const struct mz_event_structure *s = c->structure;
    mz_node next;

    for (mz_node e = mz_first_child(s, d->tree, d->parent); e; e = next) {
        const struct mz_place *other = mz_place_in(mz_unfolded(s, e), d->tree);

        next = other->sibling;
        if (mz_op_depends(s->relation, d->kind, d->mask, other->kind,
                          other->mask) &&
            is_possible(c, disabled, e))
            put(comb, c, spike, e);
    }
}

static MZ_COLD void note_spike(struct mz_statistics *statistics,
                               const struct mz_spike *spike)
{
    uint32_t length = spike->end - spike->begin;

    statistics->spikes++;
    mz_average_note(&statistics->spike_length, length);
    if (length > statistics->longest_spike)
        statistics->longest_spike = length;
}

/* Step 2: builds the spike of d. */
static void build(struct mz_comb *comb, const struct mz_configuration *c,
                  const struct mz_disabled *disabled, struct mz_spike *spike)
{
    const struct mz_unfolded *d = mz_unfolded(c->structure, spike->event);
    struct mz_statistics *statistics = c->structure->statistics;
    enum mz_phase phase = mz_phase_enter(statistics, MZ_PHASE_BUILDING);

    spike->is_built = true;
    spike->begin = spike->end = comb->used;
    if (!d->place_count)
        build_choice(comb, c, disabled, spike, d);
    for (uint32_t i = 0; i < d->place_count; i++)
        build_place(comb, c, disabled, spike, &mz_places(d)[i]);
    if (MZ_UNLIKELY(statistics))
        note_spike(statistics, spike);
    mz_phase_enter(statistics, phase);
}

/* ---- combinations -------------------------------------------------------- */

static bool fits(const struct mz_comb *comb, const struct mz_configuration *c,
                 uint32_t spikes, mz_node e)
{
    for (uint32_t i = 0; i < spikes; i++)
        if (mz_conflict(c->structure, comb->events[comb->spikes[i].chosen], e))
            return false;
    return true;
}

/* Goes on to the next event of a spike that fits those chosen before. */
static bool choose(struct mz_comb *comb, const struct mz_configuration *c,
                   uint32_t spike)
{
    struct mz_spike *s = &comb->spikes[spike];

    while (s->chosen < s->end && !fits(comb, c, spike, comb->events[s->chosen]))
        s->chosen++;
    return s->chosen < s->end;
}

bool mz_comb_search(struct mz_comb *comb, const struct mz_configuration *c,
                    const struct mz_disabled *disabled)
{
    uint32_t i = 0;

    for (bool down = true; i < comb->count;) {
        struct mz_spike *s = &comb->spikes[i];

        if (!s->is_built)
            build(comb, c, disabled, s);
        if (down)
            s->chosen = s->begin;
        else
            s->chosen++;
        down = choose(comb, c, i);
        if (down)
            i++;
        else if (i-- == 0)
            return false;
    }
    return true;
}

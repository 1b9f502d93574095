/* SPDX-License-Identifier: Apache-2.0 */
#include "pop/walk.h"

#include "trace/outcome.h"

/* Can an operation that succeeded with this kind fail as well? */
static bool may_fail(enum mz_op kind)
{
    return kind != mz_op_failed(kind);
}

static bool is_delayed(const struct mz_characterisation *c,
                       const struct mz_event *e)
{
    const struct mz_left *left =
        mz_op_awaits_memory(e->kind) ? mz_left_find(c, e->object) : NULL;

    return left && !(e->mask & ~left->known) &&
           !mz_event_is_enabled_in(e, mz_left_seen(left->contents, e->mask));
}

static bool arrives_before(const struct mz_delayed *a,
                           const struct mz_delayed *b)
{
    return a->arrival != b->arrival ? a->arrival < b->arrival
                                    : a->key.thread < b->key.thread;
}

static struct mz_delayed delayed_at(const struct mz_walk *w,
                                    const struct mz_later *later)
{
    const struct mz_pop_schedule *s = w->schedule;
    uint32_t previous = mz_later_previous(s->hb, s->execution, later);
    bool before = previous == MZ_NONE || previous < s->e;

    return (struct mz_delayed){
        .event = later->event,
        .key = mz_key_after(w->marks, s->execution, previous,
                            later->event->thread),
        .arrival = before ? s->e : previous,
        .position = later->position,
    };
}

static void add_delayed(struct mz_walk *w, const struct mz_later *later,
                        const struct mz_delayed *own)
{
    const struct mz_pop_schedule *s = w->schedule;
    struct mz_delayed d = delayed_at(w, later);
    mz_tid t = s->execution->events[s->e].thread;
    struct mz_reversal r;
    unsigned i;

    mz_reversal_begin(&r, s->hb, s->execution, later,
                      mz_later_end(s->hb, later));
    r.e = s->e;
    if (!is_delayed(w->c, later->event) || d.arrival >= w->end ||
        mz_happens_before(s->hb, s->e, t, r.previous) ||
        (own && !arrives_before(&d, own)) || !mz_outcome_enabled(&r, false))
        return;
    MZ_ASSERT(w->delayed_count < MZ_MAX_THREADS);
    for (i = w->delayed_count++; i && arrives_before(&d, &w->delayed[i - 1]);
         i--)
        w->delayed[i] = w->delayed[i - 1];
    w->delayed[i] = d;
}

static void find_delayed(struct mz_walk *w, const struct mz_delayed *own,
                         uint32_t object)
{
    const struct mz_pop_schedule *s = w->schedule;
    const struct mz_execution *x = s->execution;
    uint32_t a = mz_access_latest(s->hb, object);

    for (; a != MZ_NONE && mz_access_event(s->hb, a) > s->e;
         a = mz_access_behind(s->hb, a))
        if (mz_op_awaits_memory(mz_access_named(x, a).kind)) {
            struct mz_later later =
                mz_later_event(x, mz_access_event(s->hb, a));

            add_delayed(w, &later, own);
        }
    MZ_EACH(rest, x->waiting) {
        struct mz_later later = mz_later_pending(x, mz_tset_first(rest));

        if (mz_op_awaits_memory(later.event->kind) &&
            later.event->object == object)
            add_delayed(w, &later, own);
    }
}

void mz_walk_begin(struct mz_walk *w, const struct mz_pop_schedule *s,
                   const struct mz_marks *marks,
                   const struct mz_characterisation *c)
{
    struct mz_delayed own, *own_delay = NULL;

    w->schedule = s;
    w->marks = marks;
    w->c = c;
    w->delayed_count = 0;
    w->end = mz_later_end(s->hb, &s->later);
    if (is_delayed(w->c, s->later.event)) {
        own = delayed_at(w, &s->later);
        own_delay = &own;
        w->end = own.arrival + 1;
    }
    for (uint32_t i = 0; i < w->c->left; i++)
        if (mz_left_of(w->c)[i].awaited)
            find_delayed(w, own_delay, mz_left_of(w->c)[i].object);
}

static bool counts_as_delayed(const struct mz_walk *w, uint32_t position)
{
    for (unsigned i = 0; i < w->delayed_count; i++)
        if (w->delayed[i].position == position)
            return true;
    return false;
}

/* The key of the head, in E1.sigma. */
static struct mz_key head_key(const struct mz_walk *w)
{
    const struct mz_pop_schedule *s = w->schedule;

    return mz_key_after(w->marks, s->execution, s->previous,
                        s->later.event->thread);
}

/* A schedule in w ends with an event of w, or with the head. */
static void enter(const struct mz_walk *w, struct mz_walker *who,
                  uint32_t schedule)
{
    const struct mz_pop_schedule *s = w->schedule;
    uint32_t head = w->marks->schedules[schedule].end - 1;

    who->enter(who, schedule,
               head < s->later.position
                   ? mz_key_of(w->marks, s->execution, head)
                   : head_key(w));
}

void mz_walk_through(const struct mz_walk *w, struct mz_walker *who)
{
    const struct mz_pop_schedule *s = w->schedule;
    const struct mz_event *events = s->execution->events;
    uint32_t next = 0, segment = 0, last = 0;
    unsigned d = 0;

    for (uint32_t k = s->e;; k++) {
        uint32_t mark = k < s->hb->length ? w->marks->of[k] : 0;
        bool in_sigma = next < s->count && s->events[next] == k;

        if (mark > last && k <= s->later.position) { /* numbered in order */
            last = mark;
            segment++;
            enter(w, who, mark - 1);
        }
        if (k >= w->end)
            break;
        next += in_sigma;
        if (k > s->e && !in_sigma && !mark &&
            !mz_op_is_unplanned(events[k].kind) && !counts_as_delayed(w, k))
            who->leave(who, &events[k], mz_key_of(w->marks, s->execution, k),
                       segment, false);
        for (; d < w->delayed_count && w->delayed[d].arrival == k; d++)
            who->leave(who, w->delayed[d].event, w->delayed[d].key, segment,
                       true);
    }
    /* A schedule that conflicts with the head, as the head was in E after e,
     * precedes sigma, too. So the head is told as the last element. */
    if (mz_relation_tells_outcomes(s->hb->relation) &&
        may_fail(s->later.event->kind))
        who->leave(who, s->later.event, head_key(w), segment, false);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/qpor_bound.h"

#include "unfold/causality_tree.h"

void mz_qpor_bound_init(struct mz_qpor_bound *b, struct mz_arena *arena,
                        const struct mz_execution *x,
                        const struct mz_algorithm_options *options,
                        uint32_t disabled)
{
    size_t n = (size_t)x->capacity + 1;

    b->most = options->context_switches;
    if (!mz_qpor_bound_is_set(b))
        return;
    mz_execution_init(&b->view, arena, x->capacity);
    mz_few_switches_init(&b->few, arena, x);
    b->enabled = mz_arena_take(arena, n * sizeof *b->enabled);
    b->cut = mz_arena_take(arena, n * sizeof *b->cut);
    b->in_view = mz_arena_take(arena, n * sizeof *b->in_view);
    b->plan = mz_arena_take(arena, n * sizeof *b->plan);
    b->untainted = mz_arena_take(arena, disabled * sizeof *b->untainted);
}

/* ---- the run, and the view of it ----------------------------------------- */

/* How many events of a thread are in C. */
static uint32_t length_of(const struct mz_configuration *c, mz_tid t)
{
    return mz_unfolded(c->structure, c->last[t])->depth;
}

/* The event of C that a thread has not run yet, or MZ_BOTTOM. */
static mz_node next_of(const struct mz_qpor_bound *b,
                       const struct mz_configuration *c, mz_tid t)
{
    if (b->ran[t] >= length_of(c, t))
        return MZ_BOTTOM;
    return mz_ancestor(c->structure, t, c->last[t], b->ran[t] + 1);
}

/* Takes into the view the births of threads that come before the run's next
 * event. */
static void take_births(struct mz_qpor_bound *b, const struct mz_execution *run)
{
    MZ_EACH(rest, mz_tset_minus(run->born, b->view.born)) {
        mz_tid t = mz_tset_first(rest);
        struct mz_birth birth = run->births[t];

        if (birth.event != MZ_NONE) {
            if (birth.event >= b->taken)
                continue;
            birth.event = b->in_view[birth.event];
        }
        b->view.births[t] = birth;
        mz_tset_add(&b->view.born, t);
    }
}

static void count_switch(struct mz_qpor_bound *b, const struct mz_event *e)
{
    if (mz_op_is_local(e->kind) || e->thread == b->running)
        return;
    b->running = e->thread;
    b->switches++;
}

bool mz_qpor_bound_take(struct mz_qpor_bound *b,
                        const struct mz_configuration *c,
                        const struct mz_execution *run)
{
    while (b->taken < run->length) {
        uint32_t i = b->taken;
        const struct mz_event *e = &run->events[i];
        mz_node known = next_of(b, c, e->thread);

        take_births(b, run);
        count_switch(b, e);
        b->ran[e->thread]++;
        b->taken++;
        b->in_view[i] =
            known ? mz_unfolded(c->structure, known)->position : b->view.length;
        if (known)
            continue;
        b->cut[b->view.length] = false;
        b->view.events[b->view.length++] = *e;
        return true;
    }
    take_births(b, run);
    return false;
}

const struct mz_execution *mz_qpor_bound_end(struct mz_qpor_bound *b,
                                             const struct mz_execution *run)
{
    /* After an error in the midst of a plan, threads stand before their events
     * in C. */
    b->view.waiting = b->taken == b->view.length ? run->waiting : MZ_TSET_EMPTY;
    mz_copy(b->view.pending, run->pending, sizeof run->pending);
    return &b->view;
}

/* ---- plans --------------------------------------------------------------- */

bool mz_qpor_bound_plans(struct mz_qpor_bound *b, mz_tid *thread)
{
    if (b->followed == b->planned)
        return false;
    *thread = b->plan[b->followed++];
    return true;
}

bool mz_qpor_bound_value(const struct mz_qpor_bound *b,
                         const struct mz_configuration *c, mz_tid t,
                         uint32_t *value)
{
    mz_node next = next_of(b, c, t);

    if (next)
        *value = mz_unfolded(c->structure, next)->choice;
    return next;
}

mz_tset mz_qpor_bound_allow(const struct mz_qpor_bound *b, mz_tset threads)
{
    return b->switches < b->most ? threads
                                 : mz_tset_and(threads, mz_tset_of(b->running));
}

bool mz_qpor_bound_plan(struct mz_qpor_bound *b, struct mz_configuration *c,
                        const struct mz_enabled *enabled, mz_tset threads)
{
    for (; mz_tset_some(threads) && !b->again; mz_tset_drop_first(&threads)) {
        mz_tid t = mz_tset_first(threads);
        struct mz_event pending;

        if (!enabled->look(enabled, t, &pending))
            continue;
        mz_configuration_foresee(c, &b->view, &pending);
        b->again = mz_few_switches_find(
            &b->few, c,
            &(struct mz_extension){t, c->history.previous, c->history.causes,
                                   c->history.count},
            b->most);
    }
    return b->again;
}

void mz_qpor_bound_cut(struct mz_qpor_bound *b,
                       const struct mz_configuration *c)
{
    for (uint32_t i = 0; i < c->length; i++)
        b->cut[i] = true;
}

/* ---- alternatives -------------------------------------------------------- */

/* Does what was left out matter to the alternatives to e = C[n]? They come from
 * what was explored with e, or with an event that was put aside before it. */
static bool is_tainted(const struct mz_qpor_bound *b,
                       const struct mz_configuration *c, uint32_t n,
                       const struct mz_disabled *active)
{
    if (b->cut[n])
        return true;
    for (uint32_t i = 0; i < active->count; i++)
        if (mz_unfolded(c->structure, active->events[i])->is_tainted)
            return true;
    return false;
}

/* Of the active events of D, those that are not tainted: U has an event in
 * conflict with such a one if there is any. */
static struct mz_disabled untainted(const struct mz_qpor_bound *b,
                                    const struct mz_configuration *c,
                                    const struct mz_disabled *active)
{
    struct mz_disabled some = {
        .events = b->untainted,
        .threads = active->threads,
    };

    for (uint32_t i = 0; i < active->count; i++) {
        mz_node d = active->events[i];

        if (!mz_unfolded(c->structure, d)->is_tainted)
            some.events[some.count++] = d;
    }
    return some;
}

/* Is there anything to go on with but what is in D? If the event is a choice,
 * which is no step, D has as many of its values as have been explored. */
static bool has_others(const struct mz_qpor_bound *b,
                       const struct mz_configuration *c, uint32_t n, mz_node e,
                       const struct mz_disabled *active)
{
    const struct mz_unfolded *event = mz_unfolded(c->structure, e);
    uint32_t explored = 0;

    if (event->kind != MZ_CHOOSE)
        return mz_tset_some(mz_tset_minus(b->enabled[n], active->threads));
    for (uint32_t i = 0; i < active->count; i++)
        explored += mz_unfolded(c->structure, active->events[i])->thread ==
                    event->thread;
    return explored < event->bound;
}

bool mz_qpor_bound_narrow(const struct mz_qpor_bound *b,
                          const struct mz_configuration *c, uint32_t n,
                          mz_node e, const struct mz_disabled *active,
                          struct mz_disabled *some)
{
    struct mz_unfolded *event = mz_unfolded(c->structure, e);

    event->is_tainted = false;
    event->is_tainted = is_tainted(b, c, n, active);
    *some = untainted(b, c, active);
    return has_others(b, c, n, e, active);
}

/* ---- the next run -------------------------------------------------------- */

/* Cuts the view to the length of C. */
static void cut_view(struct mz_qpor_bound *b, uint32_t length)
{
    b->view.length = length;
    MZ_EACH(rest, b->view.born) {
        mz_tid t = mz_tset_first(rest);
        uint32_t event = b->view.births[t].event;

        if (event != MZ_NONE && event >= length)
            mz_tset_remove(&b->view.born, t);
    }
}

static bool is_new(const struct mz_qpor_bound *b, uint32_t position)
{
    return position == b->view.length;
}

void mz_qpor_bound_prepare(struct mz_qpor_bound *b,
                           const struct mz_configuration *c,
                           struct mz_execution *x)
{
    const struct mz_few_switches *f = &b->few;
    uint32_t i = 0;

    if (!b->again) {
        cut_view(b, c->length);
        MZ_ASSERT(mz_few_switches_find(&b->few, c, NULL, b->most));
    }
    mz_execution_cut(x, 0);
    for (; i < f->count && !is_new(b, f->order[i]); i++)
        x->events[x->length++] = b->view.events[f->order[i]];
    b->planned = b->followed = 0;
    for (; i < f->count; i++)
        if (!f->local[f->order[i]])
            b->plan[b->planned++] = f->thread[f->order[i]];
    b->again = false;
    b->taken = b->switches = 0;
    b->running = 0;
    for (mz_tid t = 0; t < MZ_MAX_THREADS; t++)
        b->ran[t] = 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "pop/under_way.h"

#include "trace/outcome.h"

void mz_pop_under_way_init(struct mz_pop_under_way *u, struct mz_pop_path *path)
{
    *u = (struct mz_pop_under_way){.path = path, .running = MZ_NONE};
}

static struct mz_pop_step *next_step(struct mz_pop_under_way *u, bool choice,
                                     mz_tid thread)
{
    struct mz_pop_frame *f;
    struct mz_pop_step *steps;

    if (!mz_pop_is_under_way(u) || (choice && !u->choices))
        return NULL;
    f = mz_pop_frame_of(u->path, u->running);
    steps = mz_pop_steps(f);
    while (u->cursor < f->steps && steps[u->cursor].done)
        u->cursor++;
    for (uint32_t i = u->cursor; i < f->steps; i++)
        if (!steps[i].done && (steps[i].kind == MZ_CHOOSE) == choice &&
            (!choice || steps[i].thread == thread))
            return &steps[i];
    return NULL;
}

struct mz_pop_step *mz_pop_next_step(struct mz_pop_under_way *u)
{
    return next_step(u, false, MZ_NO_THREAD);
}

struct mz_pop_step *mz_pop_next_choice(struct mz_pop_under_way *u,
                                       mz_tid thread)
{
    return next_step(u, true, thread);
}

static void set_done(struct mz_pop_under_way *u, struct mz_pop_step *s)
{
    s->done = true;
    u->left--;
    u->choices -= s->kind == MZ_CHOOSE;
}

bool mz_pop_is_as_foreseen(struct mz_pop_under_way *u,
                           const struct mz_execution *x)
{
    uint32_t k = x->length;
    const struct mz_event *e = &x->events[k - 1];
    const struct mz_pop_step *s = u->taken;

    u->taken = NULL;
    if (!s || k != u->taken_at + 1)
        return true;
    return e->thread == s->thread &&
           mz_outcome_is_as(u->path->hb.relation, s->kind, e->kind) &&
           e->object == (s->kind == MZ_CHOOSE ? MZ_NONE : s->object) &&
           e->mask == s->mask;
}

void mz_pop_resume(struct mz_pop_under_way *u, const struct mz_execution *x,
                   uint32_t schedule)
{
    const struct mz_marks *marks = &u->path->marks;
    struct mz_pop_frame *f = mz_pop_frame_of(u->path, schedule);

    u->running = schedule;
    u->cursor = 0;
    u->left = f->steps;
    u->choices = 0;
    for (uint32_t s = 0; s < f->steps; s++) {
        mz_pop_steps(f)[s].done = false;
        u->choices += mz_pop_steps(f)[s].kind == MZ_CHOOSE;
    }
    for (uint32_t k = marks->schedules[schedule].start; k < u->path->marked;
         k++)
        if (marks->of[k] == schedule + 1) {
            const struct mz_event *e = &x->events[k];

            set_done(u, next_step(u, e->kind == MZ_CHOOSE, e->thread));
        }
}

/* Goes on with a schedule that a choice in its midst has interrupted. */
static void resume_interrupted(struct mz_pop_under_way *u,
                               const struct mz_execution *x)
{
    for (uint32_t i = u->path->marks.count; i-- > 0;)
        if (u->path->marks.schedules[i].end == MZ_NONE)
            mz_pop_resume(u, x, i);
}

void mz_pop_take_step(struct mz_pop_under_way *u, const struct mz_execution *x,
                      struct mz_pop_step *s)
{
    struct mz_marked *m = &u->path->marks.schedules[u->running];
    bool is_choice = s->kind == MZ_CHOOSE;

    u->taken = s;
    u->taken_at = x->length;
    set_done(u, s);
    mz_pop_mark(u->path, x->length, u->running);
    if (u->left)
        return;
    m->end = x->length + 1;
    u->running = MZ_NONE;
    if (is_choice)
        resume_interrupted(u, x);
}

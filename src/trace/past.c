/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/past.h"

void mz_past_init(struct mz_past *past, struct mz_arena *arena,
                  uint32_t objects)
{
    past->bytes = mz_arena_take(arena, objects * sizeof *past->bytes);
}

/* What has been found, on the way back. */
struct search {
    struct mz_past *past;
    const struct mz_execution *x;
    mz_tset found; /* threads whose events, from here back, are past */
    uint32_t until[MZ_MAX_THREADS]; /* of each thread, those before that
                                       position are: others were born then */
};

/* A thread began where its parent stood, and that one, if it had done nothing,
 * where its own parent stood. */
static void find_birth(struct search *s, mz_tid t)
{
    const struct mz_birth *birth = &s->x->births[t];

    while (birth->event == MZ_NONE && birth->parent != MZ_NO_THREAD)
        birth = &s->x->births[birth->parent];
    if (birth->event != MZ_NONE && birth->event >= s->until[birth->parent])
        s->until[birth->parent] = birth->event + 1;
}

static void find_thread(struct search *s, mz_tid t)
{
    if (mz_tset_has(s->found, t))
        return;
    mz_tset_add(&s->found, t);
    find_birth(s, t);
}

static bool is_depended_on(const struct search *s, struct mz_access a)
{
    const struct mz_dependence *row = &mz_op_rows(MZ_RELATION_ADD)[a.kind];

    if (a.object == MZ_NONE)
        return false;
    for (unsigned class = 0; class < MZ_CLASS_COUNT; class ++)
        if (row->depends >> class & 1 &&
            s->past->bytes[a.object][class] & a.mask)
            return true;
    return false;
}

static void find_access(struct search *s, struct mz_access a)
{
    unsigned class = mz_op_rows(MZ_RELATION_ADD)[a.kind].class;

    if (a.object != MZ_NONE)
        s->past->bytes[a.object][class] |= a.mask;
}

static void forget_access(struct search *s, struct mz_access a)
{
    if (a.object != MZ_NONE)
        mz_fill(s->past->bytes[a.object], 0, MZ_CLASS_COUNT);
}

static bool belongs(const struct search *s, uint32_t i)
{
    const struct mz_event *e = &s->x->events[i];

    if (mz_tset_has(s->found, e->thread) || i < s->until[e->thread] ||
        is_depended_on(s, mz_event_access(e)))
        return true;
    for (unsigned k = 0; k < mz_event_more(e); k++)
        if (is_depended_on(s, s->x->accesses[e->more + k]))
            return true;
    return false;
}

static void for_accesses(struct search *s, uint32_t i,
                         void (*f)(struct search *, struct mz_access))
{
    const struct mz_event *e = &s->x->events[i];

    f(s, mz_event_access(e));
    for (unsigned k = 0; k < mz_event_more(e); k++)
        f(s, s->x->accesses[e->more + k]);
}

static void find_event(struct search *s, uint32_t i)
{
    const struct mz_event *e = &s->x->events[i];

    find_thread(s, e->thread);
    if (mz_event_is_after_thread(e))
        find_thread(s, e->value);
    for_accesses(s, i, find_access);
}

mz_tset mz_past_has(struct mz_past *past, const struct mz_execution *x,
                    uint32_t at, mz_tid t, mz_tset asked)
{
    struct search s = {.past = past, .x = x};
    mz_tset open = asked, missed = MZ_TSET_EMPTY;
    uint32_t i = at;

    find_thread(&s, t);
    while (i-- > 0 && mz_tset_some(open)) {
        mz_tid by = x->events[i].thread;

        if (belongs(&s, i))
            find_event(&s, i);
        else if (mz_tset_has(open, by))
            mz_tset_add(&missed, by);
        mz_tset_remove(&open, by); /* this was its last event */
    }
    while (++i < at)
        for_accesses(&s, i, forget_access);
    return mz_tset_minus(asked, missed);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "pop/races.h"

#include "trace/race.h"
#include "trace/refusal.h"

enum { RACES = 4096 };

void mz_pop_races_init(struct mz_pop_races *all, struct mz_arena *arena,
                       const struct mz_pop_path *path, uint32_t capacity)
{
    size_t n = (size_t)capacity + 1;

    all->path = path;
    all->first = MZ_NONE;
    all->capacity = RACES + 4 * n;
    all->found = mz_arena_take(arena, all->capacity * sizeof *all->found);
    all->found_at = mz_arena_take(arena, n * sizeof *all->found_at);
}

void mz_pop_races_forget(struct mz_pop_races *all)
{
    all->count = 0;
    all->first = MZ_NONE;
    all->last = 0;
}

static void note(struct mz_pop_races *all, struct mz_pop_race found, uint32_t e)
{
    if (all->count == all->capacity) {
        all->too_many = true;
        return;
    }
    if (e < all->first)
        all->first = e;
    if (e > all->last)
        all->last = e;
    found.next = all->found_at[e];
    all->found[all->count] = found;
    all->found_at[e] = ++all->count;
}

/*
 * [AADJS24] Def. 6, 7: is e in no schedule, and is e' fresh: do the heads
 * between e and e' happen before e'? This is the cheap part of the question.
 * The rest of it is whether all events of the schedules in between are in sigma
 * (mz_pop_is_parsimonious); if they are, they happen before e' in any case.
 */
static bool may_be_parsimonious(const struct mz_pop_races *all,
                                const struct mz_execution *x, uint32_t e,
                                uint32_t position)
{
    if (all->path->marks.of[e])
        return false;
    if (position >= all->path->hb.length)
        return true;
    for (uint32_t i = all->path->marks.count; i-- > 0;) {
        const struct mz_marked *m = &all->path->marks.schedules[i];
        uint32_t head = m->end - 1;

        if (m->start < e)
            break;
        if (head < position &&
            !mz_happens_before(&all->path->hb, head, x->events[head].thread,
                               position))
            return false;
    }
    return true;
}

bool mz_pop_is_parsimonious(const struct mz_pop_path *path,
                            const struct mz_pop_schedule *s)
{
    uint32_t next = 0, end = mz_later_end(&path->hb, &s->later);

    for (uint32_t k = s->e + 1; k < end; k++) {
        bool in_sigma = next < s->count && s->events[next] == k;

        if (path->marks.of[k] && !in_sigma)
            return false;
        next += in_sigma;
    }
    return true;
}

static void note_race(struct mz_pop_races *all, const struct mz_reversal *r)
{
    note(all,
         (struct mz_pop_race){
             .position = r->later.position,
             .thread = r->later.event->thread,
             .kind = r->kind,
             .value = r->value,
         },
         r->e);
}

static bool is_in_parts(const struct mz_event *await,
                        const struct mz_event *later)
{
    return mz_op_awaits_memory(await->kind) && await->object == later->object &&
           await->mask != later->mask;
}

static void find_without_wait(struct mz_pop_races *all,
                              const struct mz_execution *x,
                              const struct mz_later *later)
{
    struct mz_reversal *r = &all->waits.reversal;
    const uint32_t *races;
    unsigned count =
        mz_happens_before_races(&all->path->hb, later->position, &races);

    for (unsigned i = 0; i < count; i++) {
        if (is_in_parts(&x->events[races[i]], later->event))
            all->unsupported = MZ_REFUSAL_AWAIT_IN_PARTS;
        if (may_be_parsimonious(all, x, races[i], later->position) &&
            mz_pop_race_foresee(r, &all->path->hb, x, races[i], later))
            note_race(all, r);
    }
}

/* Finds the races of an operation that may have had to wait. */
static void find_waits(struct mz_pop_races *all, const struct mz_execution *x,
                       const struct mz_later *later)
{
    struct mz_pop_waits *waits = &all->waits;
    uint32_t e;

    mz_pop_waits_begin(waits, &all->path->hb, x, later);
    while ((e = mz_pop_waits_next(waits)) != MZ_NONE)
        if (may_be_parsimonious(all, x, e, later->position))
            note_race(all, &waits->reversal);
    if (waits->unsupported)
        all->unsupported = waits->unsupported;
}

static bool has_values_left(const struct mz_pop_races *all,
                            const struct mz_event *choice, uint32_t mark)
{
    return choice->value + 1 < choice->bound &&
           (!mark || mz_pop_frame_of(all->path, mark - 1)->is_choice);
}

static void find_of_event(struct mz_pop_races *all,
                          const struct mz_execution *x, uint32_t j)
{
    const struct mz_marks *marks = &all->path->marks;
    uint32_t mark = marks->of[j];
    struct mz_later later = mz_later_event(x, j);

    if (mz_op_is_unplanned(later.event->kind))
        return;
    if (later.event->kind == MZ_CHOOSE) {
        if (has_values_left(all, later.event, mark))
            note(all, (struct mz_pop_race){.position = j, .kind = MZ_CHOOSE},
                 j);
    } else if (!mark || j + 1 == marks->schedules[mark - 1].end) {
        if (mz_op_blocks(later.event->kind))
            find_waits(all, x, &later);
        else
            find_without_wait(all, x, &later);
    }
}

void mz_pop_races_find(struct mz_pop_races *all, const struct mz_execution *x,
                       uint32_t from)
{
    for (uint32_t j = from; j < all->path->hb.length; j++)
        find_of_event(all, x, j);
    MZ_EACH(rest, x->waiting) {
        struct mz_later later = mz_later_pending(x, mz_tset_first(rest));

        if (mz_op_blocks(later.event->kind))
            find_waits(all, x, &later);
    }
}

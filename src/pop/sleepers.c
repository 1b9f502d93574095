/* SPDX-License-Identifier: Apache-2.0 */
#include "pop/sleepers.h"

#include "trace/outcome.h"

void mz_pop_sleepers_init(struct mz_pop_sleepers *z, struct mz_arena *arena,
                          const struct mz_pop_path *path, uint32_t capacity)
{
    z->path = path;
    mz_pop_schedule_init(&z->pending, arena, capacity);
    mz_sleep_check_init(&z->check, arena, &path->hb, &path->marks, capacity);
}

const struct mz_characterisation *mz_pop_sleeper(
    const struct mz_pop_sleepers *z, const struct mz_execution *x,
    uint32_t schedule, uint32_t length)
{
    const struct mz_marked *m = &z->path->marks.schedules[schedule];

    if (m->end > length || mz_marked_has_woken(m, x, length))
        return NULL;
    return mz_pop_at(z->path, m->characterisation);
}

static struct mz_follower follower(const struct mz_pop_sleepers *z,
                                   const struct mz_execution *x, uint32_t k)
{
    const struct mz_event *e = &x->events[k];

    return (struct mz_follower){
        .event = e,
        .more = x->accesses + e->more,
        .kind = e->kind,
        .value = e->value,
        .key = {z->path->marks.numbers[k], e->thread},
        .position = k,
        .previous = z->path->hb.previous[k],
        .clock = mz_happens_before_clock(&z->path->hb, k),
    };
}

/* Lists the events that have followed a schedule, up to a length of the
 * execution, and that happen before `last`: nothing else matters to it. */
static void followers_of(struct mz_pop_sleepers *z,
                         const struct mz_execution *x, uint32_t schedule,
                         uint32_t length, const struct mz_follower *last)
{
    const struct mz_marked *m = &z->path->marks.schedules[schedule];
    const struct mz_characterisation *c =
        mz_pop_at(z->path, m->characterisation);

    mz_followers_clear(&z->check.list);
    for (uint32_t k = m->start; k < length; k++) {
        bool own = z->path->marks.of[k] == schedule + 1;

        if (last->clock[x->events[k].thread] > k && (!own || c->tails)) {
            struct mz_follower f = follower(z, x, k);

            f.own = own;
            mz_followers_add(&z->check.list, &f);
        }
    }
}

/* The head of a schedule, as a follower of others. */
static struct mz_follower head_of(const struct mz_pop_sleepers *z,
                                  const struct mz_pop_schedule *s)
{
    const struct mz_event *e = s->later.event;

    return (struct mz_follower){
        .event = e,
        .more = s->execution->accesses + e->more,
        .kind = s->kind,
        .value = s->value,
        .key =
            mz_key_after(&z->path->marks, s->execution, s->previous, e->thread),
        .position = MZ_NONE,
        .previous = s->previous,
        .clock = s->clock,
    };
}

/* May one of these events be the head of a schedule that sleeps? */
static bool concerns_any(const struct mz_pop_sleepers *z,
                         const struct mz_characterisation *c,
                         const struct mz_pop_schedule *s,
                         const struct mz_follower *head)
{
    bool concerned = mz_sleep_check_concerns(&z->check, c, head);

    for (uint32_t k = 0; k < s->count && !concerned; k++) {
        struct mz_follower f = follower(z, s->execution, s->events[k]);

        concerned = mz_sleep_check_concerns(&z->check, c, &f);
    }
    return concerned;
}

static void add_schedule(struct mz_pop_sleepers *z,
                         const struct mz_pop_schedule *s,
                         const struct mz_follower *head)
{
    for (uint32_t k = 0; k < s->count; k++) {
        struct mz_follower f = follower(z, s->execution, s->events[k]);

        mz_followers_add(&z->check.list, &f);
    }
    mz_followers_add(&z->check.list, head);
}

/* Does the characterisation c, of a schedule of the path, forbid this one? */
static bool forbids(struct mz_pop_sleepers *z,
                    const struct mz_characterisation *c, uint32_t schedule,
                    struct mz_pop_schedule *s)
{
    struct mz_follower head = head_of(z, s);
    uint32_t from;

    if (!concerns_any(z, c, s, &head))
        return false;
    mz_pop_schedule_complete(s);
    followers_of(z, s->execution, schedule, s->e, &head);
    from = z->check.list.count;
    add_schedule(z, s, &head);
    return mz_sleep_check_blocks(&z->check, c, from);
}

bool mz_pop_is_blocked(struct mz_pop_sleepers *z, struct mz_pop_schedule *s)
{
    const struct mz_marks *marks = &z->path->marks;

    for (uint32_t i = mz_sleeper_at(marks, s->e); i-- > 0;
         i = marks->schedules[i].sleeper_before) {
        const struct mz_characterisation *c =
            mz_pop_sleeper(z, s->execution, i, s->e);

        if (c && forbids(z, c, i, s))
            return true;
    }
    return false;
}

bool mz_pop_is_asleep(struct mz_pop_sleepers *z, const struct mz_execution *x,
                      const struct mz_event *pending)
{
    mz_pop_schedule_of_pending(&z->pending, &z->path->hb, x, pending,
                               mz_outcome_now(z->path->hb.relation, pending));
    return mz_pop_is_blocked(z, &z->pending);
}

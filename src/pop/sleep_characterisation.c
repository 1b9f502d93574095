/* SPDX-License-Identifier: Apache-2.0 */
#include "pop/sleep_characterisation.h"

#include "pop/walk.h"

/* ---- is there one? ------------------------------------------------------- */

static bool covers(enum mz_relation relation, struct mz_access a,
                   struct mz_access b)
{
    return a.object == b.object && mz_op_covers(relation, a.kind) &&
           !(b.mask & ~a.mask);
}

/* Has the head an access that depends on whatever depends on access b? */
static bool head_covers(const struct mz_pop_schedule *s, struct mz_access b)
{
    const struct mz_event *head = s->later.event;
    struct mz_access a = mz_event_access(head);

    a.kind = s->kind;
    if (covers(s->hb->relation, a, b))
        return true;
    for (unsigned i = 0; i < mz_event_more(head); i++)
        if (covers(s->hb->relation, s->execution->accesses[head->more + i], b))
            return true;
    return false;
}

/* Does every other event that races with e depend on the head? Not if the head
 * commutes with operations like it, or if e has accesses that the head has not.
 */
static bool is_exclusive(const struct mz_pop_schedule *s)
{
    const struct mz_event *e = &s->execution->events[s->e];

    if (!head_covers(s, mz_event_access(e)))
        return false;
    for (unsigned i = 0; i < mz_event_more(e); i++) {
        struct mz_access b = s->execution->accesses[e->more + i];

        /* Whatever writes the universe depends on the head in any case. */
        if (b.object != s->execution->universe && !head_covers(s, b))
            return false;
    }
    return true;
}

/* If a head can fail, another head may depend on it in one of their two orders
 * only. */
bool mz_characterisation_is_due(const struct mz_pop_schedule *s)
{
    enum mz_op kind = s->later.event->kind;

    return !is_exclusive(s) ||
           (mz_relation_tells_outcomes(s->hb->relation) &&
            mz_op_may_fail(kind));
}

/* ---- MkSchedChar --------------------------------------------------------- */

const struct mz_left *mz_left_find(const struct mz_characterisation *c,
                                   uint32_t object)
{
    for (uint32_t i = 0; i < c->left; i++)
        if (mz_left_of(c)[i].object == object)
            return &mz_left_of(c)[i];
    return NULL;
}

/* A builder goes through w twice: first it counts; the second time the arrays
 * have their places already, and it counts how far they are filled. */
struct builder {
    struct mz_walker walker; /* first */
    struct mz_characterisation *c;
    size_t room;
    const struct mz_execution *execution;
    const struct mz_marks *marks;
    uint32_t schedules, elements;
};

static unsigned access_count(const struct mz_event *e)
{
    return e->object == MZ_NONE ? 0 : 1 + mz_event_more(e);
}

static void count_schedule(struct mz_walker *b, uint32_t index,
                           struct mz_key head)
{
    (void)index, (void)head;
    ((struct builder *)b)->c->schedules++;
}

static void count_left(struct mz_walker *b, const struct mz_event *e,
                       struct mz_key key, uint32_t segment, bool delayed)
{
    struct mz_characterisation *c = ((struct builder *)b)->c;

    (void)key, (void)segment, (void)delayed;
    c->elements++;
    c->accesses += access_count(e);
}

static void write_accesses(struct builder *b, const struct mz_event *e)
{
    struct mz_access *to = mz_accesses_of(b->c) + b->c->accesses;

    if (e->object == MZ_NONE)
        return;
    *to++ = mz_event_access(e);
    for (unsigned i = 0; i < mz_event_more(e); i++)
        *to++ = b->execution->accesses[e->more + i];
    b->c->accesses += access_count(e);
}

static void write_schedule(struct mz_walker *walker, uint32_t index,
                           struct mz_key head)
{
    struct builder *b = (struct builder *)walker;

    mz_contained_of(b->c)[b->schedules++] = (struct mz_contained){
        .head = head,
        .characterisation = b->marks->schedules[index].characterisation,
        .tail = b->marks->schedules[index].end, /* for now: see add_tail */
    };
}

static void write_left(struct mz_walker *walker, const struct mz_event *e,
                       struct mz_key key, uint32_t segment, bool delayed)
{
    struct builder *b = (struct builder *)walker;

    mz_elements_of(b->c)[b->elements++] = (struct mz_element){
        .key = key,
        .segment = segment,
        .kind = e->kind,
        .delayed = delayed,
        .value = e->kind == MZ_CHOOSE ? e->value : 0,
        .accesses = b->c->accesses,
        .access_count = access_count(e),
    };
    write_accesses(b, e);
}

static void note_left(struct mz_characterisation *c,
                      const struct mz_pop_schedule *s, struct mz_access access)
{
    if ((mz_op_is_memory(access.kind) || mz_futex_is_change(access.kind)) &&
        access.object != MZ_NONE &&
        !mz_left_find(c, access.object))
        mz_left_of(c)[c->left++] =
            mz_outcome_left_by(s->hb, s->execution, s->e, access.object);
}

/* Writes the fixed part, and what e left. */
static void describe(struct mz_characterisation *c, struct builder *b,
                     const struct mz_pop_schedule *s)
{
    const struct mz_event *head = s->later.event;
    const struct mz_event *e = &s->execution->events[s->e];

    *c = (struct mz_characterisation){
        .e = mz_key_of(b->marks, b->execution, s->e),
        .head = mz_key_after(b->marks, b->execution, s->previous, head->thread),
        .sleeps = !is_exclusive(s),
        .kind = s->kind,
        .kind_after = head->kind,
        .e_kind = e->kind,
        .found = mz_event_before(s->execution, e),
        .e_number = mz_event_operand(e).number,
        .e_accesses = access_count(e),
    };
    note_left(c, s, mz_event_access(e));
    for (unsigned i = 0; i < mz_event_more(e); i++)
        note_left(c, s, s->execution->accesses[e->more + i]);
}

/* ---- tails --------------------------------------------------------------- */

static bool add_to_range(struct mz_characterisation *c, size_t room,
                         struct mz_contained *s, struct mz_key key)
{
    struct mz_pop_range *r = mz_ranges_of(c) + s->tail;

    for (uint32_t i = 0; i < s->tail_count; i++)
        if (r[i].thread == key.thread) {
            r[i].last = key.number;
            return true;
        }
    if ((char *)(r + s->tail_count + 1) - (char *)c > (ptrdiff_t)room)
        return false;
    r[s->tail_count++] = (struct mz_pop_range){
        .first = key.number,
        .last = key.number,
        .thread = key.thread,
    };
    c->ranges++;
    return true;
}

/* Adds the ranges of the events that sigma has after that schedule. False:
 * there is no room. */
static bool add_tail(const struct builder *b, const struct mz_pop_schedule *s,
                     struct mz_contained *contained)
{
    struct mz_characterisation *c = b->c;
    uint32_t end = contained->tail;
    bool room = true;

    contained->tail = c->ranges;
    contained->tail_count = 0;
    if (!contained->characterisation)
        return true;
    for (uint32_t i = 0; i < s->count && room; i++)
        if (s->events[i] >= end)
            room =
                add_to_range(c, b->room, contained,
                             mz_key_of(b->marks, b->execution, s->events[i]));
    if (room && s->later.position >= end)
        room = add_to_range(c, b->room, contained, c->head);
    c->tails |=
        contained->tail_count ||
        ((const struct mz_characterisation *)(b->marks->memory +
                                              contained->characterisation))
            ->tails;
    return room;
}

static bool add_tails(const struct builder *b, const struct mz_pop_schedule *s)
{
    bool room = true;

    for (uint32_t i = 0; i < b->c->schedules && room; i++)
        room = add_tail(b, s, &mz_contained_of(b->c)[i]);
    return room;
}

size_t mz_characterise(void *memory, size_t room,
                       const struct mz_pop_schedule *s,
                       const struct mz_marks *marks)
{
    struct mz_characterisation *c = memory;
    struct builder b = {
        .c = c, .room = room, .execution = s->execution, .marks = marks};
    const struct mz_event *e = &s->execution->events[s->e];
    struct mz_walk w;
    size_t size;

    if (room < sizeof *c + (1 + mz_event_more(e)) * sizeof(struct mz_left))
        return 0;
    describe(c, &b, s);
    c->accesses = c->e_accesses;
    b.walker = (struct mz_walker){count_schedule, count_left};
    mz_walk_begin(&w, s, marks, c);
    mz_walk_through(&w, &b.walker);
    size = (char *)(mz_accesses_of(c) + c->accesses) - (char *)c;
    if (size > room || size > UINT32_MAX)
        return 0;
    c->accesses = 0;
    write_accesses(&b, e);
    b.walker = (struct mz_walker){write_schedule, write_left};
    mz_walk_through(&w, &b.walker);
    if (!add_tails(&b, s))
        return 0;
    c->size = (char *)(mz_ranges_of(c) + c->ranges) - (char *)c;
    return c->size;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "pop/path.h"

/* The path from some position on: arrays follow, as copy_path has them. */
struct saved {
    uint32_t base, length;
    uint32_t first_access, accesses;
    uint32_t first_schedule, schedules; /* of marks.schedules */
    uint32_t births;
    mz_tset born;
    uint32_t thread_count;
};

void mz_pop_path_init(struct mz_pop_path *p, struct mz_arena *arena,
                      const struct mz_execution *execution,
                      enum mz_relation relation)
{
    size_t n = (size_t)execution->capacity + 1;

    mz_happens_before_init(&p->hb, arena, execution, relation);
    p->marks.of = mz_arena_take(arena, n * sizeof *p->marks.of);
    p->marks.numbers = mz_arena_take(arena, n * sizeof *p->marks.numbers);
    p->marks.schedules = mz_arena_take(arena, n * sizeof *p->marks.schedules);
    p->frame_of = mz_arena_take(arena, n * sizeof *p->frame_of);
    p->prefix.events = mz_arena_take(arena, n * sizeof(struct mz_event));
    p->prefix.marks = mz_arena_take(arena, n * sizeof(uint32_t));
    p->prefix.accesses = mz_arena_take(arena, n * sizeof(struct mz_access));
    p->prefix.before = mz_arena_take(arena, n * sizeof(uint64_t));
    p->prefix.schedules = mz_arena_take(arena, n * sizeof(struct mz_marked));
    p->prefix.births =
        mz_arena_take(arena, MZ_MAX_THREADS * sizeof(struct mz_birth));
    p->prefix.frame_of = mz_arena_take(arena, n * sizeof(uint64_t));
    p->size = (arena->capacity - arena->used) / 2;
    p->stack = mz_arena_take(arena, p->size);
    p->marks.memory = p->stack;
    p->used = p->floor = MZ_POP_FLOOR;
}

/* ---- the stack of frames ------------------------------------------------- */

uint64_t mz_pop_push(struct mz_pop_path *p, size_t size)
{
    uint64_t offset = p->used;

    size = (size + 7) / 8 * 8;
    if (size > p->size - p->used) {
        p->exhausted = true;
        return 0;
    }
    p->used += size;
    return offset;
}

static uint32_t needed(const struct mz_pop_path *p, uint64_t frame)
{
    return frame ? mz_pop_frame(p, frame)->needed : 0;
}

static uint32_t rank_after(const struct mz_pop_path *p, uint32_t base)
{
    const struct mz_pop_frame *below = mz_pop_frame(p, p->top);

    return p->top && !below->begun && below->base == base ? below->rank + 1 : 0;
}

struct mz_pop_frame *mz_pop_push_frame(struct mz_pop_path *p, uint32_t base,
                                       uint32_t steps)
{
    uint64_t offset = mz_pop_push(p, sizeof(struct mz_pop_frame) +
                                         steps * sizeof(struct mz_pop_step));
    struct mz_pop_frame *f = mz_pop_at(p, offset);

    if (!offset)
        return NULL;
    *f = (struct mz_pop_frame){
        .below = p->top,
        .base = base,
        .needed = needed(p, p->top),
        .steps = steps,
    };
    f->rank = rank_after(p, base);
    if (base > f->needed)
        f->needed = base;
    p->top = offset;
    p->waiting++;
    return f;
}

/* ---- marks, and the path ------------------------------------------------- */

void mz_pop_mark_none(struct mz_pop_path *p, uint32_t length)
{
    while (p->marked < length)
        p->marks.of[p->marked++] = 0;
}

void mz_pop_mark(struct mz_pop_path *p, uint32_t position, uint32_t schedule)
{
    mz_pop_mark_none(p, position);
    p->marks.of[p->marked++] = schedule + 1;
}

void mz_pop_extend(struct mz_pop_path *p, const struct mz_execution *x,
                   uint32_t length)
{
    uint32_t k = p->hb.length;

    mz_happens_before_extend_to(&p->hb, x, length);
    for (; k < length; k++)
        p->marks.numbers[k] =
            mz_key_after(&p->marks, x, p->hb.previous[k], x->events[k].thread)
                .number;
}

static void cut_path(struct mz_pop_path *p, struct mz_execution *execution,
                     uint32_t length)
{
    struct mz_marks *marks = &p->marks;

    mz_happens_before_truncate(&p->hb, execution, length);
    mz_execution_cut(execution, length);
    if (p->marked > length)
        p->marked = length;
    while (marks->count && marks->schedules[marks->count - 1].start >= length)
        marks->count--;
}

/* How many further accesses the events of a prefix have. */
static uint32_t accesses_of(const struct mz_event *events, uint32_t length)
{
    while (length-- > 0)
        if (mz_event_more(&events[length]))
            return events[length].more + events[length].bound;
    return 0;
}

/* Copies arrays to a place, or from there back, one after the other. */
struct copier {
    char *place;
    bool back;
};

static void copy(struct copier *c, void *array, size_t size)
{
    mz_copy(c->back ? array : c->place, c->back ? c->place : array, size);
    c->place += (size + 7) / 8 * 8;
}

static struct mz_pop_prefix whole(struct mz_pop_path *p, struct mz_execution *x)
{
    return (struct mz_pop_prefix){
        .events = x->events,
        .marks = p->marks.of,
        .accesses = x->accesses,
        .before = x->before,
        .schedules = p->marks.schedules,
        .births = x->births,
        .frame_of = p->frame_of,
        .length = x->length,
        .access_count = x->access_count,
        .schedule_count = p->marks.count,
        .birth_count = mz_tset_end(x->born),
        .born = x->born,
        .thread_count = x->thread_count,
    };
}

static void copy_path(struct mz_pop_prefix *p, const struct saved *s,
                      struct copier c)
{
    uint32_t n = s->length - s->base, first = s->first_schedule;

    copy(&c, p->events + s->base, n * sizeof *p->events);
    copy(&c, p->marks + s->base, n * sizeof *p->marks);
    copy(&c, p->accesses + s->first_access, s->accesses * sizeof *p->accesses);
    copy(&c, p->before + s->first_access, s->accesses * sizeof *p->before);
    copy(&c, p->schedules + first, s->schedules * sizeof *p->schedules);
    copy(&c, p->frame_of + first, s->schedules * sizeof *p->frame_of);
    copy(&c, p->births, s->births * sizeof *p->births);
}

static void put_back(struct mz_pop_prefix *p, const struct saved *s)
{
    copy_path(p, s, (struct copier){(char *)(s + 1), true});
    p->length = s->length;
    p->access_count = s->first_access + s->accesses;
    p->schedule_count = s->first_schedule + s->schedules;
    p->birth_count = s->births;
    p->born = s->born;
    p->thread_count = s->thread_count;
}

static size_t size_of_path(const struct saved *s)
{
    uint32_t n = s->length - s->base;

    return sizeof *s + n * (sizeof(struct mz_event) + sizeof(uint32_t)) +
           s->accesses * (sizeof(struct mz_access) + sizeof(uint64_t)) +
           s->schedules * (sizeof(struct mz_marked) + sizeof(uint64_t)) +
           s->births * sizeof(struct mz_birth) + 7 * 8;
}

/* Copies the path, from the base of frame f up to a length, into f: the frames
 * below need it when f has gone another way. */
static void save(struct mz_pop_path *p, struct mz_pop_frame *f,
                 struct mz_execution *x, uint32_t length)
{
    uint32_t first = p->marks.count, count = first;
    struct saved s = {.base = f->base, .length = length};
    struct mz_pop_prefix path;

    MZ_ASSERT(length <= x->length);
    /* A choice in the midst of a schedule cuts that schedule in two. */
    for (uint32_t i = first; i-- > 0;) {
        if (p->marks.schedules[i].end > f->base)
            first = i;
        else if (!f->is_choice)
            break;
    }
    while (count > first && p->marks.schedules[count - 1].start >= length)
        count--;
    s.first_schedule = first;
    s.schedules = count - first;
    if (x->access_count) {
        s.first_access = accesses_of(x->events, f->base);
        s.accesses = accesses_of(x->events, length) - s.first_access;
    }
    s.births = mz_tset_end(x->born);
    s.born = x->born;
    s.thread_count = x->thread_count;
    f->saved = mz_pop_push(p, size_of_path(&s));
    if (!f->saved)
        return;
    *(struct saved *)mz_pop_at(p, f->saved) = s;
    path = whole(p, x);
    copy_path(
        &path, &s,
        (struct copier){(char *)mz_pop_at(p, f->saved) + sizeof s, false});
}

/* The path is p, whose arrays it has already. */
static void adopt(struct mz_pop_path *path, struct mz_execution *x,
                  const struct mz_pop_prefix *p)
{
    x->length = p->length;
    x->access_count = p->access_count;
    x->born = p->born;
    x->thread_count = p->thread_count;
    path->marked = p->length;
    path->marks.count = p->schedule_count;
    mz_pop_extend(path, x, p->length);
}

static void restore(struct mz_pop_path *p, const struct mz_pop_frame *f,
                    struct mz_execution *x)
{
    const struct saved *s = mz_pop_at(p, f->saved);
    struct mz_pop_prefix path;

    cut_path(p, x, s->base);
    path = whole(p, x);
    put_back(&path, s);
    adopt(p, x, &path);
}

/* ---- the path of another frame ------------------------------------------- */

void mz_pop_copy_prefix(struct mz_pop_prefix *to,
                        const struct mz_pop_prefix *from)
{
    uint32_t n = from->length, a = from->access_count, s = from->schedule_count;

    mz_copy(to->events, from->events, n * sizeof *to->events);
    mz_copy(to->marks, from->marks, n * sizeof *to->marks);
    mz_copy(to->accesses, from->accesses, a * sizeof *to->accesses);
    mz_copy(to->before, from->before, a * sizeof *to->before);
    mz_copy(to->schedules, from->schedules, s * sizeof *to->schedules);
    mz_copy(to->births, from->births, from->birth_count * sizeof *to->births);
    to->length = n;
    to->access_count = a;
    to->schedule_count = s;
    to->birth_count = from->birth_count;
    to->born = from->born;
    to->thread_count = from->thread_count;
}

void mz_pop_find_prefix(struct mz_pop_path *p, const struct mz_execution *x,
                        const struct mz_pop_frame *frame)
{
    struct mz_pop_prefix *prefix = &p->prefix;
    struct mz_pop_prefix path = whole(p, (struct mz_execution *)x);

    mz_pop_copy_prefix(prefix, &path);
    mz_copy(prefix->frame_of, path.frame_of,
            path.schedule_count * sizeof *path.frame_of);
    for (uint64_t f = p->top; mz_pop_frame(p, f) != frame;
         f = mz_pop_frame(p, f)->below)
        if (mz_pop_frame(p, f)->saved)
            put_back(prefix, mz_pop_at(p, mz_pop_frame(p, f)->saved));
    MZ_ASSERT(prefix->length >= frame->base);
    prefix->length = frame->base;
    prefix->access_count = accesses_of(prefix->events, frame->base);
    while (prefix->schedule_count &&
           prefix->schedules[prefix->schedule_count - 1].start >= frame->base)
        prefix->schedule_count--;
}

void mz_pop_take_prefix(struct mz_pop_path *p, struct mz_execution *x,
                        const struct mz_pop_prefix *prefix)
{
    struct mz_pop_prefix path;

    cut_path(p, x, 0);
    path = whole(p, x);
    mz_pop_copy_prefix(&path, prefix);
    for (uint32_t i = 0; i < prefix->schedule_count; i++)
        p->frame_of[i] = 0;
    adopt(p, x, prefix);
}

/* ---- from frame to frame ------------------------------------------------- */

/* The last schedule before a new one after which something may sleep, plus one;
 * those left out after which nothing does any more, nor will as long as the new
 * one is part of the path. */
static uint32_t sleeper_before(const struct mz_pop_path *p,
                               const struct mz_execution *x, uint32_t index)
{
    const struct mz_marked *all = p->marks.schedules;
    uint32_t i = index ? all[index - 1].sleeper : 0;

    while (i && mz_marked_has_woken(&all[i - 1], x, x->length))
        i = all[i - 1].sleeper_before;
    return i;
}

static struct mz_marked marked(const struct mz_pop_path *p,
                               const struct mz_execution *x,
                               const struct mz_pop_frame *f, uint32_t index)
{
    const struct mz_characterisation *c = mz_pop_at(p, f->characterisation);
    bool sleeps = f->characterisation && c->sleeps;
    uint32_t before = sleeper_before(p, x, index);

    return (struct mz_marked){
        .start = f->base,
        .end = MZ_NONE,
        .characterisation = f->characterisation,
        .sleeper = sleeps ? index + 1 : before,
        .sleeper_before = before,
        .sleeps_until = sleeps ? c->e.thread : MZ_NO_THREAD,
    };
}

void mz_pop_begin(struct mz_pop_path *p, struct mz_execution *x)
{
    struct mz_pop_frame *f = mz_pop_frame(p, p->top);
    uint32_t below = needed(p, f->below), i;
    struct mz_marks *marks = &p->marks;

    if (below > f->base)
        save(p, f, x, below);
    cut_path(p, x, f->base);
    f->begun = true;
    f->needed = below < f->base ? below : f->base;
    p->waiting--;
    for (i = marks->count; f->is_choice && i-- > 0;)
        if (marks->schedules[i].end > f->base)
            marks->schedules[i].end = MZ_NONE;
    i = marks->count++;
    marks->schedules[i] = marked(p, x, f, i);
    p->frame_of[i] = p->top;
}

void mz_pop_end(struct mz_pop_path *p, struct mz_execution *x)
{
    struct mz_pop_frame *f = mz_pop_frame(p, p->top);

    if (f->saved)
        restore(p, f, x);
    p->used = p->top;
    p->top = f->below;
}

void mz_pop_forget(struct mz_pop_path *p, struct mz_execution *x)
{
    cut_path(p, x, 0);
    p->top = 0;
    p->used = p->floor;
    p->waiting = 0;
}

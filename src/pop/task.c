/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Frames that travel: a frame of `pop` depends on nothing but its E1, the
 * schedules in it, and their characterisations. A task holds them all, so that
 * somebody else can go on from there.
 */
#include "pop/path.h"

/* These arrays follow, each 8-byte aligned: events, marks, accesses, before,
 * schedules, births, steps, outer schedules, their steps, characterisations.
 * Characterisations are named, by
 * schedules and by each other, by their offset from the beginning of the task.
 */
struct task {
    uint64_t size;
    uint64_t characterisation;  /* of the frame */
    uint64_t characterisations; /* where they begin */
    uint64_t name;              /* of the frame */
    mz_tset born;
    uint32_t length, accesses, schedules, births, steps;
    uint32_t thread_count;
    uint32_t rank;
    uint32_t outers, outer_steps;
    bool is_choice;
};

/* A schedule of the prefix that the frame's choice interrupts: it will go on,
 * and so its steps are needed. */
struct outer {
    uint32_t schedule, steps;
};

struct parts {
    struct mz_pop_prefix prefix; /* without frame_of */
    struct mz_pop_step *steps;
    struct outer *outers;
    struct mz_pop_step *outer_steps;
    char *end;
};

static void *part(char **at, size_t size)
{
    void *begin = *at;

    *at += (size + 7) / 8 * 8;
    return begin;
}

static struct parts parts_of(const struct task *t)
{
    char *at = (char *)(t + 1);
    struct parts p = {
        .prefix =
            {
                .length = t->length,
                .access_count = t->accesses,
                .schedule_count = t->schedules,
                .birth_count = t->births,
                .born = t->born,
                .thread_count = t->thread_count,
            },
    };
    struct mz_pop_prefix *x = &p.prefix;

    x->events = part(&at, t->length * sizeof *x->events);
    x->marks = part(&at, t->length * sizeof *x->marks);
    x->accesses = part(&at, t->accesses * sizeof *x->accesses);
    x->before = part(&at, t->accesses * sizeof *x->before);
    x->schedules = part(&at, t->schedules * sizeof *x->schedules);
    x->births = part(&at, t->births * sizeof *x->births);
    p.steps = part(&at, t->steps * sizeof *p.steps);
    p.outers = part(&at, t->outers * sizeof *p.outers);
    p.outer_steps = part(&at, t->outer_steps * sizeof *p.outer_steps);
    p.end = at;
    return p;
}

/* ---- characterisations --------------------------------------------------- */

/* Copies characterisations into a task: each once, together with those that it
 * refers to. */
struct packer {
    const struct mz_pop_path *path;
    char *task;
    uint64_t used, room;
};

struct packed {
    uint64_t from; /* the offset of what it is a copy of */
    struct mz_characterisation c;
};

static uint64_t size_of_packed(const struct packed *p)
{
    return offsetof(struct packed, c) + p->c.size;
}

/* Returns the offset of the copy; 0: there is no room. */
static uint64_t pack(struct packer *k, uint64_t begin, uint64_t from)
{
    const struct mz_characterisation *c = mz_pop_at(k->path, from);
    struct packed *to;
    uint64_t offset;

    for (uint64_t at = begin; at < k->used; at += size_of_packed(to)) {
        to = (struct packed *)(k->task + at);
        if (to->from == from)
            return at + offsetof(struct packed, c);
    }
    if (c->size + offsetof(struct packed, c) > k->room - k->used)
        return 0;
    to = (struct packed *)(k->task + k->used);
    offset = k->used + offsetof(struct packed, c);
    to->from = from;
    mz_copy(&to->c, c, c->size);
    k->used += size_of_packed(to);
    return offset;
}

static bool pack_ref(struct packer *k, uint64_t begin, uint64_t *reference)
{
    if (*reference)
        *reference = pack(k, begin, *reference);
    return *reference;
}

/* Packs the characterisations that the task refers to, and those that they
 * refer to in turn. */
static bool pack_all(struct packer *k, struct task *t)
{
    struct mz_marked *schedules = parts_of(t).prefix.schedules;
    uint64_t begin = t->characterisations;

    if (t->characterisation && !pack_ref(k, begin, &t->characterisation))
        return false;
    for (uint32_t i = 0; i < t->schedules; i++)
        if (schedules[i].characterisation &&
            !pack_ref(k, begin, &schedules[i].characterisation))
            return false;
    for (uint64_t at = begin; at < k->used;) {
        struct packed *packed = (struct packed *)(k->task + at);
        struct mz_contained *c = mz_contained_of(&packed->c);

        for (uint32_t i = 0; i < packed->c.schedules; i++)
            if (c[i].characterisation &&
                !pack_ref(k, begin, &c[i].characterisation))
                return false;
        at += size_of_packed(packed);
    }
    return true;
}

/* ---- giving -------------------------------------------------------------- */

/* The frame below so many that wait, and the one above it, 0: none. */
static struct mz_pop_frame *waiting_below(const struct mz_pop_path *p,
                                          uint32_t others, uint64_t *above)
{
    uint64_t f = p->top;

    for (*above = 0; mz_pop_frame(p, f)->begun || others--;
         f = mz_pop_frame(p, f)->below)
        *above = f;
    return mz_pop_frame(p, f);
}

static bool is_outer(const struct mz_pop_prefix *prefix, uint32_t schedule,
                     const struct mz_pop_frame *f)
{
    return f->is_choice && prefix->schedules[schedule].end > f->base;
}

static void count_outers(const struct mz_pop_path *p,
                         const struct mz_pop_frame *f, struct task *t)
{
    const struct mz_pop_prefix *prefix = &p->prefix;

    for (uint32_t i = 0; i < t->schedules; i++)
        if (is_outer(prefix, i, f)) {
            t->outers++;
            t->outer_steps += mz_pop_frame(p, prefix->frame_of[i])->steps;
        }
}

static void copy_outers(const struct mz_pop_path *p,
                        const struct mz_pop_frame *f, const struct task *t,
                        struct parts *parts)
{
    const struct mz_pop_prefix *prefix = &p->prefix;
    struct mz_pop_step *steps = parts->outer_steps;
    struct outer *outer = parts->outers;

    for (uint32_t i = 0; i < t->schedules; i++) {
        struct mz_pop_frame *g = mz_pop_frame(p, prefix->frame_of[i]);

        if (!is_outer(prefix, i, f))
            continue;
        *outer++ = (struct outer){i, g->steps};
        mz_copy(steps, mz_pop_steps(g), g->steps * sizeof *steps);
        steps += g->steps;
    }
}

static size_t write_task(struct mz_pop_path *p, const struct mz_execution *x,
                         struct mz_pop_frame *f, void *task, size_t room)
{
    const struct mz_pop_prefix *prefix = &p->prefix;
    struct packer k = {.path = p, .task = task, .room = room};
    struct task *t = task;
    struct parts parts;

    if (room < sizeof *t)
        return 0;
    mz_pop_find_prefix(p, x, f);
    *t = (struct task){
        .characterisation = f->characterisation,
        .name = f->name,
        .born = prefix->born,
        .length = prefix->length,
        .accesses = prefix->access_count,
        .schedules = prefix->schedule_count,
        .births = prefix->birth_count,
        .steps = f->steps,
        .rank = f->rank,
        .thread_count = prefix->thread_count,
        .is_choice = f->is_choice,
    };
    count_outers(p, f, t);
    parts = parts_of(t);
    t->characterisations = k.used = parts.end - (char *)task;
    if (k.used > room)
        return 0;
    mz_pop_copy_prefix(&parts.prefix, prefix);
    mz_copy(parts.steps, mz_pop_steps(f), f->steps * sizeof *parts.steps);
    copy_outers(p, f, t, &parts);
    if (!pack_all(&k, t))
        return 0;
    return t->size = k.used;
}

size_t mz_pop_write(struct mz_pop_path *p, const struct mz_execution *x,
                    void *task, size_t room, uint32_t stays)
{
    uint64_t above;

    return write_task(p, x, waiting_below(p, p->waiting - 1 - stays, &above),
                      task, room);
}

size_t mz_pop_give(struct mz_pop_path *p, const struct mz_execution *x,
                   void *task, size_t room, uint32_t stays)
{
    uint64_t above;
    struct mz_pop_frame *f = waiting_below(p, p->waiting - 1 - stays, &above);
    size_t size = write_task(p, x, f, task, room);

    if (!size)
        return 0;
    *(above ? &mz_pop_frame(p, above)->below : &p->top) = f->below;
    p->waiting--;
    return size;
}

size_t mz_pop_write_begun(struct mz_pop_path *p, const struct mz_execution *x,
                          void *task, size_t room)
{
    return write_task(p, x, mz_pop_frame(p, p->top), task, room);
}

/* ---- receiving ----------------------------------------------------------- */

static void move_reference(uint64_t *reference, uint64_t by)
{
    if (*reference)
        *reference += by;
}

/* Puts the characterisations on the stack; offsets grow by what is returned. */
static uint64_t unpack(struct mz_pop_path *p, const struct task *t)
{
    uint64_t size = t->size - t->characterisations;
    uint64_t begin = mz_pop_push(p, size);
    uint64_t by = begin - t->characterisations;

    if (!begin)
        return 0; /* there was no room, and so the search ends */
    mz_copy(mz_pop_at(p, begin), (const char *)t + t->characterisations, size);
    for (uint64_t at = begin; at < begin + size;) {
        struct packed *packed = mz_pop_at(p, at);
        struct mz_contained *c = mz_contained_of(&packed->c);

        for (uint32_t i = 0; i < packed->c.schedules; i++)
            move_reference(&c[i].characterisation, by);
        at += size_of_packed(packed);
    }
    return by;
}

/* The frames of outer schedules hold their steps, and nothing else. */
static void push_outers(struct mz_pop_path *p, const struct task *t,
                        const struct parts *parts)
{
    const struct mz_pop_step *steps = parts->outer_steps;

    for (uint32_t i = 0; i < t->outers; i++) {
        const struct outer *outer = &parts->outers[i];
        struct mz_pop_frame *f = mz_pop_push_frame(p, 0, outer->steps);

        if (!f)
            return;
        mz_copy(mz_pop_steps(f), steps, outer->steps * sizeof *steps);
        steps += outer->steps;
        f->begun = true;
        f->is_outer = true;
        p->waiting--;
        p->frame_of[outer->schedule] = p->top;
    }
}

void mz_pop_receive(struct mz_pop_path *p, struct mz_execution *x,
                    const void *task)
{
    const struct task *t = task;
    struct parts parts = parts_of(t);
    struct mz_pop_frame *f;
    uint64_t by;

    mz_pop_forget(p, x);
    by = unpack(p, t);
    mz_pop_take_prefix(p, x, &parts.prefix);
    for (uint32_t i = 0; i < t->schedules; i++)
        move_reference(&p->marks.schedules[i].characterisation, by);
    push_outers(p, t, &parts);
    f = mz_pop_push_frame(p, t->length, t->steps);
    if (!f)
        return;
    mz_copy(mz_pop_steps(f), parts.steps, t->steps * sizeof *parts.steps);
    f->rank = t->rank;
    f->is_choice = t->is_choice;
    f->name = t->name;
    f->characterisation = t->characterisation;
    move_reference(&f->characterisation, by);
}

size_t mz_pop_task_size(const void *task)
{
    return ((const struct task *)task)->size;
}

uint32_t mz_pop_task_base(const void *task)
{
    return ((const struct task *)task)->length;
}

uint32_t mz_pop_task_rank(const void *task)
{
    return ((const struct task *)task)->rank;
}

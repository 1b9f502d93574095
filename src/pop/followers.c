/* SPDX-License-Identifier: Apache-2.0 */
#include "pop/followers.h"

void mz_followers_init(struct mz_followers *v, struct mz_arena *arena,
                       const struct mz_happens_before *hb,
                       const struct mz_marks *marks, uint32_t capacity)
{
    size_t n = (size_t)capacity + 1;

    *v = (struct mz_followers){
        .hb = hb, .numbers = marks->numbers, .capacity = n};
    v->at = mz_arena_take(arena, n * sizeof *v->at);
    v->slots = mz_arena_take(arena, n * sizeof *v->slots);
    v->predecessors =
        mz_arena_take(arena, n * MZ_MAX_THREADS * sizeof *v->predecessors);
    v->predecessor_end = mz_arena_take(arena, n * sizeof *v->predecessor_end);
}

void mz_followers_clear(struct mz_followers *v)
{
    v->count = 0;
}

/* The follower that is the latest event of thread t to happen before f, or
 * MZ_NONE: that event is no follower. */
static uint32_t predecessor(const struct mz_followers *v,
                            const struct mz_follower *f, mz_tid t)
{
    uint32_t p = f->clock[t], slot;

    if (t == f->key.thread)
        p = f->previous + 1;
    if (!p)
        return MZ_NONE;
    slot = v->slots[p - 1];
    return slot < v->count && v->at[slot].position == p - 1 ? slot : MZ_NONE;
}

/* Few have come before: they are asked. Gives where the list ends. */
static uint32_t list_few(struct mz_followers *v, const struct mz_follower *f,
                         uint32_t end)
{
    for (uint32_t slot = 0; slot < v->count; slot++) {
        const struct mz_follower *p = &v->at[slot];
        mz_tid t = p->key.thread;

        if (p->position == f->previous ||
            (t != f->key.thread && f->clock[t] == p->position + 1))
            v->predecessors[end++] = slot;
    }
    return end;
}

/* The threads are. */
static uint32_t list_many(struct mz_followers *v, const struct mz_follower *f,
                          uint32_t end)
{
    for (uint32_t t = 0; t < v->hb->width; t++) {
        uint32_t p = predecessor(v, f, t);

        if (p != MZ_NONE)
            v->predecessors[end++] = p;
    }
    return end;
}

void mz_followers_add(struct mz_followers *v, const struct mz_follower *f)
{
    uint32_t slot = v->count;
    uint32_t end = mz_predecessors_begin(v, slot);

    MZ_ASSERT(slot < v->capacity);
    v->predecessor_end[slot] = slot < v->hb->width ? list_few(v, f, end)
                                                   : list_many(v, f, end);
    v->at[slot] = *f;
    if (f->position < v->capacity)
        v->slots[f->position] = slot;
    v->count++;
}

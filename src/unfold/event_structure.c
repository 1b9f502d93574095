/* SPDX-License-Identifier: Apache-2.0 */
#include "unfold/event_structure.h"

#include "unfold/causality_tree.h"
#include "unfold/history.h"
#include "unfold/object_tree.h"
#include "unfold/siblings.h"

enum { WORD = sizeof(uint32_t), SMALL = 4096, GRAIN = 64, MOST_SKIPS = 16 };

/* ---- room ---------------------------------------------------------------- */

/* There is a class for each multiple of GRAIN up to SMALL, and then for each
 * power of two. */
static unsigned class_of(uint64_t size)
{
    unsigned bits;

    if (size <= SMALL)
        return (size + GRAIN - 1) / GRAIN;
    bits = 64 - __builtin_clzll(size - 1);
    return SMALL / GRAIN + bits - 12;
}

static uint64_t size_of_class(unsigned class)
{
    return class <= SMALL / GRAIN ? (uint64_t) class * GRAIN
                                  : (uint64_t)1 << (class - SMALL / GRAIN + 12);
}

static mz_node take(struct mz_event_structure *s, uint64_t size)
{
    unsigned class = class_of(size);
    mz_node e = class < MZ_UNFOLD_CLASSES ? s->free[class] : MZ_BOTTOM;

    if (e) {
        s->free[class] = mz_unfolded(s, e)->next;
    } else if (class < MZ_UNFOLD_CLASSES &&
               size_of_class(class) <= s->size - s->used) {
        e = s->used / 8;
        s->used += size_of_class(class);
    } else {
        s->exhausted = true;
        return MZ_BOTTOM;
    }
    mz_unfolded(s, e)->size_class = class;
    return e;
}

static void give_back(struct mz_event_structure *s, mz_node e)
{
    struct mz_unfolded *event = mz_unfolded(s, e);

    MZ_ASSERT(!event->is_kept && !event->dependents);
    event->next = s->free[event->size_class];
    s->free[event->size_class] = e;
}

void mz_event_structure_init(struct mz_event_structure *s,
                             struct mz_arena *arena,
                             const struct mz_execution *x,
                             enum mz_relation relation)
{
    const uint64_t most = (uint64_t)8 << 32; /* what mz_node can name */
    const size_t objects = x->object_capacity;
    const size_t maxima =
        MZ_MAX_THREADS + MZ_MOST_PLACES + x->capacity + x->access_capacity;

    *s = (struct mz_event_structure){
        .relation = relation,
        .tree_capacity = objects,
        .leaves_count = 1,
        .leaves_capacity = objects,
        .buckets = 1024,
        .most_buckets = 1024,
    };
    s->tree_of = mz_arena_take(arena, objects * sizeof *s->tree_of);
    s->trees = mz_arena_take(arena, objects * sizeof *s->trees);
    s->leaves = mz_arena_take(arena, objects * sizeof *s->leaves);
    s->parked = mz_arena_take(arena, x->capacity * sizeof *s->parked);
    s->merged = mz_arena_take(arena, maxima * sizeof *s->merged);
    s->merging = mz_arena_take(arena, maxima * sizeof *s->merging);
    s->size = (arena->capacity - arena->used) / 2;
    if (s->size > most)
        s->size = most;
    while (s->most_buckets < s->size / 128)
        s->most_buckets *= 2;
    s->table = mz_arena_take(arena, s->most_buckets * sizeof *s->table);
    s->pool = mz_arena_take(arena, s->size);
    s->used = size_of_class(class_of(sizeof(struct mz_unfolded))); /* bottom */
}

/* ---- events -------------------------------------------------------------- */

static uint32_t bucket_of(const struct mz_event_structure *s, mz_tid thread,
                          mz_node previous, const mz_node *causes,
                          uint32_t count, uint32_t choice)
{
    uint64_t hash =
        mz_hash_word(thread + ((uint64_t)choice << 8),
                     (uint64_t)previous << 32 | (count ? *causes : 0));

    while (count-- > 1)
        hash = mz_hash_word(hash, *++causes);
    return hash & (s->buckets - 1);
}

static uint32_t bucket_of_event(const struct mz_event_structure *s,
                                const struct mz_unfolded *e)
{
    return bucket_of(s, e->thread, e->previous, mz_causes_of(e), e->cause_count,
                     e->choice);
}

static bool same_causes(const struct mz_unfolded *e, const struct mz_history *h)
{
    const mz_node *causes = mz_causes_of(e);
    uint32_t i = 0;

    while (i < h->count && causes[i] == h->causes[i])
        i++;
    return i == h->count;
}

mz_node mz_event_structure_find(const struct mz_event_structure *s,
                                mz_tid thread, const struct mz_history *h,
                                uint32_t choice)
{
    mz_node e = s->table[bucket_of(s, thread, h->previous, h->causes, h->count,
                                   choice)];

    for (; e; e = mz_unfolded(s, e)->next) {
        const struct mz_unfolded *event = mz_unfolded(s, e);

        if (event->previous == h->previous && event->thread == thread &&
            event->choice == choice && event->cause_count == h->count &&
            same_causes(event, h))
            break;
    }
    return e;
}

static void enter(struct mz_event_structure *s, mz_node e)
{
    mz_node *bucket = &s->table[bucket_of_event(s, mz_unfolded(s, e))];

    mz_unfolded(s, e)->next = *bucket;
    *bucket = e;
}

static void grow_table(struct mz_event_structure *s)
{
    uint32_t old = s->buckets;

    s->buckets *= 2;
    for (uint32_t i = 0; i < old; i++) {
        mz_node e = s->table[i], next;

        s->table[i] = MZ_BOTTOM;
        for (; e; e = next) {
            next = mz_unfolded(s, e)->next;
            enter(s, e);
        }
    }
}

/* The new event, but for its places and for where its parts lie in memory. */
static struct mz_unfolded begin(const struct mz_event_structure *s,
                                const struct mz_label *label,
                                const struct mz_history *h)
{
    mz_node previous = h->previous;
    bool first = mz_unfolded(s, previous)->thread != label->thread;

    return (struct mz_unfolded){
        .previous = previous,
        .parent = first ? MZ_BOTTOM : previous,
        .depth = first ? 1 : mz_unfolded(s, previous)->depth + 1,
        .cause_count = h->count,
        .place_count = label->place_count,
        .serial = s->added + 1,
        .choice = label->choice,
        .bound = label->bound,
        .number = label->number,
        .thread = label->thread,
        .kind = label->kind,
        .condition = label->condition,
        .is_several = label->is_several,
        .first = label->place_count ? label->first : 0,
    };
}

/* The leaf before this one, of the same thread and kind, if it hangs from the
 * same parent. */
static mz_node behind(const struct mz_event_structure *s,
                      const struct mz_place *leaf, mz_node previous)
{
    mz_node e = mz_latest(s, previous, leaf->leaves);

    return e && mz_place_in(mz_unfolded(s, e), leaf->tree)->parent ==
                       leaf->parent
               ? e
               : MZ_BOTTOM;
}

/* Fills in `places`; and puts the event, which has no name yet and is MZ_BOTTOM
 * there, among the maxima. Returns the number of these. */
static uint32_t place(struct mz_event_structure *s,
                      const struct mz_label *label, const struct mz_history *h,
                      struct mz_place *places, uint32_t count)
{
    uint32_t from = 0;

    for (uint32_t i = 0; i < label->place_count; i++) {
        const struct mz_label_place *in = &label->places[i];
        mz_node parent = h->causes[from];

        places[i] = (struct mz_place){
            .tree = in->tree,
            .leaves = mz_leaves_of(s, label->thread, in),
            .parent = parent,
            .causes_at = from,
            .cause_count = h->ends[i] - from,
            .kind = in->kind,
            .mask = in->mask,
        };
        from = h->ends[i];
        if (places[i].leaves) {
            places[i].behind = behind(s, &places[i], h->previous);
            count = mz_put_maximum(s, count, places[i].leaves, MZ_BOTTOM);
            continue;
        }
        places[i].depth = mz_depth_in(s, in->tree, parent) + 1;
        count = mz_put_maximum(s, mz_cover_leaves(s, count, in->tree), in->tree,
                               MZ_BOTTOM);
    }
    return mz_put_maximum(s, count, label->thread, MZ_BOTTOM);
}

/* Finds where the skip pointers of the places lie, in words from the event's
 * start. Returns the event's size in bytes. */
static uint64_t lay_out(struct mz_unfolded *e, struct mz_place *places,
                        uint32_t maxima)
{
    uint32_t at;

    e->maximum_count = maxima;
    at = mz_causes_of(e) - (mz_node *)e + e->cause_count +
         mz_count_skips(e->depth);
    for (uint32_t i = 0; i < e->place_count; i++) {
        places[i].skips_at = at;
        at += mz_count_skips(places[i].depth);
    }
    return (uint64_t)at * WORD;
}

/* Writes the maxima in s->merged. MZ_BOTTOM stands for the event itself. */
static void write_maxima(const struct mz_event_structure *s,
                         struct mz_maximum *to, uint32_t count, mz_node e)
{
    for (uint32_t i = 0; i < count; i++) {
        to[i] = s->merged[i];
        if (!to[i].event)
            to[i].event = e;
    }
}

/* Writes a new event to the pool, but enters it nowhere. MZ_BOTTOM: no room. */
static mz_node write_event(struct mz_event_structure *s,
                           const struct mz_label *label,
                           const struct mz_history *h)
{
    struct mz_unfolded e = begin(s, label, h);
    struct mz_place places[MZ_MOST_PLACES];
    uint32_t count = place(s, label, h, places, mz_merge_maxima(s, h));
    mz_node node = take(s, lay_out(&e, places, count));
    struct mz_unfolded *event;

    if (!node)
        return MZ_BOTTOM;
    e.size_class = mz_unfolded(s, node)->size_class;
    event = mz_unfolded(s, node);
    *event = e;
    for (uint32_t i = 0; i < e.place_count; i++)
        mz_places(event)[i] = places[i];
    write_maxima(s, mz_maxima_of(event), count, node);
    for (uint32_t i = 0; i < e.cause_count; i++)
        mz_causes_of(event)[i] = h->causes[i];
    return node;
}

void mz_count_dependent(struct mz_event_structure *s,
                        const struct mz_unfolded *e, int change)
{
    const mz_node *causes = mz_causes_of(e);

    mz_unfolded(s, e->previous)->dependents += change;
    for (uint32_t i = e->cause_count; i--;)
        mz_unfolded(s, *causes++)->dependents += change;
}

static MZ_COLD void note_depths(struct mz_event_structure *s,
                                const struct mz_unfolded *e)
{
    struct mz_statistics *statistics = s->statistics;

    mz_tset_add(&s->unfolded, e->thread);
    statistics->threads.trees = mz_tset_count(s->unfolded);
    mz_tree_depths_note(&statistics->threads, e->depth);
    statistics->objects.trees = s->tree_count;
    for (uint32_t i = 0; i < e->place_count; i++)
        if (!mz_places(e)[i].leaves)
            mz_tree_depths_note(&statistics->objects, mz_places(e)[i].depth);
}

static mz_node add(struct mz_event_structure *s, const struct mz_label *label,
                   const struct mz_history *h)
{
    mz_node node = write_event(s, label, h);
    const struct mz_unfolded *event = mz_unfolded(s, node);

    if (!node)
        return MZ_BOTTOM;
    mz_settle(s, node, event->thread);
    for (uint32_t i = 0; i < event->place_count; i++)
        if (!mz_places(event)[i].leaves)
            mz_settle(s, node, mz_places(event)[i].tree);
    mz_siblings_link(s, node);
    mz_count_dependent(s, event, 1);
    /* The table is kept sparse: to follow a chain is to wait for memory. */
    if (s->count == s->buckets / 4 && s->buckets < s->most_buckets)
        grow_table(s);
    enter(s, node);
    s->count++;
    s->added++;
    if (s->count > s->peak)
        s->peak = s->count;
    if (MZ_UNLIKELY(s->statistics))
        note_depths(s, event);
    return node;
}

mz_node mz_event_structure_add(struct mz_event_structure *s,
                               const struct mz_label *label,
                               const struct mz_history *h)
{
    mz_node e = mz_event_structure_find(s, label->thread, h, label->choice);

    return e ? e : add(s, label, h);
}

void mz_event_structure_drop(struct mz_event_structure *s, mz_node e)
{
    struct mz_unfolded *event = mz_unfolded(s, e);
    mz_node *link = &s->table[bucket_of_event(s, event)];

    while (*link != e)
        link = &mz_unfolded(s, *link)->next;
    *link = event->next;
    mz_siblings_unlink(s, e);
    mz_count_dependent(s, event, -1);
    give_back(s, e);
    s->count--;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "unfold/event_structure.h"

enum { WORD = sizeof(uint32_t), SMALL = 4096, GRAIN = 32, MOST_SKIPS = 16 };

/* ---- room ---------------------------------------------------------------- */

/* Of each multiple of GRAIN up to SMALL a class, then of each power of two. */
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
    mz_fill(mz_unfolded(s, e), 0, sizeof(struct mz_unfolded));
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
                             const struct mz_execution *x)
{
    const uint64_t most = (uint64_t)8 << 32; /* what mz_node can name */

    *s = (struct mz_event_structure){
        .tree_capacity = x->object_capacity,
        .buckets = 1024,
        .most_buckets = 1024,
    };
    s->tree_of = mz_arena_take(arena, x->object_capacity * sizeof *s->tree_of);
    s->trees = mz_arena_take(arena, x->object_capacity * sizeof *s->trees);
    s->parked = mz_arena_take(arena, x->capacity * sizeof *s->parked);
    s->merged = mz_arena_take(arena, (x->object_capacity + MZ_MAX_THREADS) *
                                         sizeof *s->merged);
    s->size = (arena->capacity - arena->used) / 2;
    if (s->size > most)
        s->size = most;
    while (s->most_buckets < s->size / 512)
        s->most_buckets *= 2;
    s->table = mz_arena_take(arena, s->most_buckets * sizeof *s->table);
    s->pool = mz_arena_take(arena, s->size);
    s->used = size_of_class(class_of(sizeof(struct mz_unfolded))); /* bottom */
}

/* ---- objects ------------------------------------------------------------- */

uint32_t mz_object_tree(struct mz_event_structure *s, uint32_t object,
                        uint8_t mask)
{
    uint32_t i;

    for (i = s->tree_of[object]; i; i = s->trees[i - 1].next) {
        if (s->trees[i - 1].mask == mask)
            return MZ_FIRST_OBJECT_TREE + i - 1;
        if (s->trees[i - 1].mask & mask)
            s->unsupported = "accesses of different sizes to the same bytes";
    }
    if (s->tree_count == s->tree_capacity) {
        s->exhausted = true;
        return MZ_FIRST_OBJECT_TREE;
    }
    i = s->tree_count++;
    s->trees[i] = (struct mz_object_tree){
        .object = object,
        .next = s->tree_of[object],
        .mask = mask,
    };
    s->tree_of[object] = i + 1;
    return MZ_FIRST_OBJECT_TREE + i;
}

/* ---- trees --------------------------------------------------------------- */

/* How many pointers to ancestors further up a node of this depth has. */
static unsigned skips(uint32_t depth)
{
    unsigned count = 0;

    for (; depth && depth % MZ_SKIP_STEP == 0; depth /= MZ_SKIP_STEP)
        count++;
    return count;
}

static mz_node *skips_of(const struct mz_event_structure *s, mz_node e,
                         uint32_t tree)
{
    struct mz_unfolded *event = mz_unfolded(s, e);

    return (mz_node *)event + mz_place_in(event, tree)->skips_at;
}

static uint32_t depth_of(const struct mz_event_structure *s, mz_node e,
                         uint32_t tree)
{
    return mz_place_in(mz_unfolded(s, e), tree)->depth;
}

static mz_node ancestor(const struct mz_event_structure *s, uint32_t tree,
                        mz_node e, uint32_t depth)
{
    uint32_t d;

    while ((d = depth_of(s, e, tree)) > depth) {
        const mz_node *up = skips_of(s, e, tree);
        uint32_t far = MZ_SKIP_STEP, rest = d;
        mz_node to = mz_place_in(mz_unfolded(s, e), tree)->parent;

        for (; rest % MZ_SKIP_STEP == 0 && far <= d - depth;
             rest /= MZ_SKIP_STEP, far *= MZ_SKIP_STEP)
            to = *up++;
        e = to;
    }
    return e;
}

static MZ_COLD void note_causality(const struct mz_event_structure *s,
                                   uint32_t tree, mz_node e, uint32_t depth)
{
    uint32_t d = depth_of(s, e, tree);

    mz_distances_note(&s->statistics->causality,
                      d > depth ? d - depth : depth - d);
}

mz_node mz_ancestor(const struct mz_event_structure *s, uint32_t tree,
                    mz_node e, uint32_t depth)
{
    if (MZ_UNLIKELY(s->statistics))
        note_causality(s, tree, e, depth);
    return ancestor(s, tree, e, depth);
}

static MZ_COLD void note_conflict(const struct mz_event_structure *s,
                                  uint32_t tree, mz_node a, mz_node b)
{
    uint32_t i = depth_of(s, a, tree), k = depth_of(s, b, tree);

    mz_distances_note(&s->statistics->conflict, i > k ? i - k : k - i);
}

bool mz_nodes_conflict(const struct mz_event_structure *s, uint32_t tree,
                       mz_node a, mz_node b)
{
    uint32_t i, k;

    if (MZ_UNLIKELY(s->statistics))
        note_conflict(s, tree, a, b);
    if (a == b)
        return false;
    i = depth_of(s, a, tree);
    k = depth_of(s, b, tree);
    return i < k ? ancestor(s, tree, b, i) != a : ancestor(s, tree, a, k) != b;
}

static void settle(struct mz_event_structure *s, mz_node e, uint32_t tree,
                   mz_node parent)
{
    struct mz_place *place = mz_place_in(mz_unfolded(s, e), tree);
    mz_node *up = skips_of(s, e, tree);
    uint32_t far = MZ_SKIP_STEP;

    place->parent = parent;
    for (unsigned i = skips(place->depth); i--; far *= MZ_SKIP_STEP)
        *up++ = ancestor(s, tree, parent, place->depth - far);
}

static mz_node *children(const struct mz_event_structure *s, uint32_t tree,
                         mz_node parent)
{
    return parent ? &mz_unfolded(s, parent)->first_child
                  : &s->trees[tree - MZ_FIRST_OBJECT_TREE].first_child;
}

mz_node mz_first_child(const struct mz_event_structure *s, uint32_t tree,
                       mz_node parent)
{
    return *children(s, tree, parent);
}

/* The list that an event is in, if any. */
static mz_node *siblings(const struct mz_event_structure *s,
                         const struct mz_unfolded *e)
{
    if (e->parked_at)
        return &s->parked[e->parked_at - 1];
    if (e->tree != MZ_NO_TREE)
        return children(s, e->tree, e->cause);
    return e->kind == MZ_CHOOSE ? &mz_unfolded(s, e->previous)->first_choice
                                : NULL;
}

static void link(struct mz_event_structure *s, mz_node e)
{
    struct mz_unfolded *event = mz_unfolded(s, e);
    mz_node *first = siblings(s, event);

    if (!first)
        return;
    event->elder = MZ_BOTTOM;
    event->sibling = *first;
    if (*first)
        mz_unfolded(s, *first)->elder = e;
    *first = e;
}

static void unlink(struct mz_event_structure *s, mz_node e)
{
    const struct mz_unfolded *event = mz_unfolded(s, e);
    mz_node *first = siblings(s, event);

    if (!first)
        return;
    if (event->elder)
        mz_unfolded(s, event->elder)->sibling = event->sibling;
    else
        *first = event->sibling;
    if (event->sibling)
        mz_unfolded(s, event->sibling)->elder = event->elder;
}

void mz_event_structure_park(struct mz_event_structure *s, mz_node e,
                             uint32_t position)
{
    unlink(s, e);
    mz_unfolded(s, e)->parked_at = position + 1;
    link(s, e);
}

void mz_event_structure_unpark(struct mz_event_structure *s, uint32_t position)
{
    mz_node e;

    while ((e = s->parked[position])) {
        unlink(s, e);
        mz_unfolded(s, e)->parked_at = 0;
        link(s, e);
    }
}

/* ---- histories ----------------------------------------------------------- */

mz_node mz_latest(const struct mz_event_structure *s, mz_node e, uint32_t tree)
{
    const struct mz_maximum *maxima = mz_maxima(s, e);
    uint32_t from = 0, to = mz_unfolded(s, e)->maximum_count;

    while (from < to) {
        uint32_t middle = (from + to) / 2;

        if (maxima[middle].tree < tree)
            from = middle + 1;
        else
            to = middle;
    }
    return from < mz_unfolded(s, e)->maximum_count && maxima[from].tree == tree
               ? maxima[from].event
               : MZ_BOTTOM;
}

/* Those of [a] and [b], in s->merged; the deeper one where both have one. */
static uint32_t merge(struct mz_event_structure *s, mz_node a, mz_node b)
{
    const struct mz_maximum *p = mz_maxima(s, a), *q = mz_maxima(s, b);
    const struct mz_maximum *p_end = p + mz_unfolded(s, a)->maximum_count;
    const struct mz_maximum *q_end = q + mz_unfolded(s, b)->maximum_count;
    struct mz_maximum *to = s->merged;

    while (p < p_end || q < q_end) {
        if (q == q_end || (p < p_end && p->tree < q->tree))
            *to = *p++;
        else if (p == p_end || q->tree < p->tree)
            *to = *q++;
        else {
            *to =
                depth_of(s, p->event, p->tree) > depth_of(s, q->event, q->tree)
                    ? *p
                    : *q;
            p++, q++;
        }
        to++;
    }
    return to - s->merged;
}

/* Makes `e` the maximal event of the tree. */
static uint32_t put(struct mz_event_structure *s, uint32_t count, uint32_t tree,
                    mz_node e)
{
    uint32_t i = count;

    for (; i > 0 && s->merged[i - 1].tree >= tree; i--)
        if (s->merged[i - 1].tree == tree) {
            s->merged[i - 1].event = e;
            return count;
        }
    mz_move(s->merged + i + 1, s->merged + i, (count - i) * sizeof *s->merged);
    s->merged[i] = (struct mz_maximum){tree, e};
    return count + 1;
}

bool mz_causes(const struct mz_event_structure *s, mz_node a, mz_node b)
{
    mz_tid t = mz_unfolded(s, a)->thread;

    return mz_ancestor(s, t, mz_latest(s, b, t), depth_of(s, a, t)) == a;
}

bool mz_conflict(const struct mz_event_structure *s, mz_node a, mz_node b)
{
    const struct mz_maximum *p = mz_maxima(s, a), *q = mz_maxima(s, b);
    const struct mz_maximum *p_end = p + mz_unfolded(s, a)->maximum_count;
    const struct mz_maximum *q_end = q + mz_unfolded(s, b)->maximum_count;

    while (p < p_end && q < q_end) {
        if (p->tree < q->tree)
            p++;
        else if (q->tree < p->tree)
            q++;
        else if (mz_nodes_conflict(s, p->tree, p->event, q->event))
            return true;
        else
            p++, q++;
    }
    return false;
}

/* ---- events -------------------------------------------------------------- */

static uint32_t bucket_of(const struct mz_event_structure *s, mz_tid thread,
                          mz_node previous, mz_node cause, uint32_t choice)
{
    uint64_t hash = mz_hash_word(thread + ((uint64_t)choice << 8),
                                 (uint64_t)previous << 32 | cause);

    return hash & (s->buckets - 1);
}

static uint32_t bucket_of_event(const struct mz_event_structure *s,
                                const struct mz_unfolded *e)
{
    return bucket_of(s, e->thread, e->previous, e->cause, e->choice);
}

mz_node mz_event_structure_find(const struct mz_event_structure *s,
                                mz_tid thread, mz_node previous, mz_node cause,
                                uint32_t choice)
{
    mz_node e = s->table[bucket_of(s, thread, previous, cause, choice)];

    for (; e; e = mz_unfolded(s, e)->next) {
        const struct mz_unfolded *event = mz_unfolded(s, e);

        if (event->previous == previous && event->cause == cause &&
            event->thread == thread && event->choice == choice)
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

static uint32_t depth_after(const struct mz_event_structure *s, mz_node e,
                            uint32_t tree)
{
    return e ? depth_of(s, e, tree) + 1 : 1;
}

/* Its trees, and what it has of each: for now only depths. */
static struct mz_unfolded begin(const struct mz_event_structure *s,
                                const struct mz_unfolded *label,
                                mz_node previous, mz_node cause)
{
    struct mz_unfolded e = *label;
    bool first = mz_unfolded(s, previous)->thread != label->thread;

    e.previous = previous;
    e.cause = cause;
    e.place[0] = (struct mz_place){
        .parent = first ? MZ_BOTTOM : previous,
    };
    e.place[0].depth = depth_after(s, e.place[0].parent, label->thread);
    e.place[1] = (struct mz_place){0};
    if (label->tree != MZ_NO_TREE)
        e.place[1].depth = depth_after(s, cause, label->tree);
    e.first_child = e.first_choice = e.sibling = MZ_BOTTOM;
    e.dependents = e.parked_at = 0;
    e.next_kept = MZ_BOTTOM;
    e.is_kept = e.is_disabled = false;
    e.serial = s->added + 1;
    return e;
}

/* Where its parts lie, in words from its start. Returns its size in bytes. */
static uint64_t lay_out(struct mz_unfolded *e, uint32_t maxima)
{
    uint32_t at = sizeof *e / WORD;

    e->maximum_count = maxima;
    e->maxima_at = at;
    at += maxima * (sizeof(struct mz_maximum) / WORD);
    e->place[0].skips_at = at;
    at += skips(e->place[0].depth);
    e->place[1].skips_at = at;
    at += skips(e->place[1].depth);
    return (uint64_t)at * WORD;
}

/* Room for an event, with what merge has left in s->merged but itself. */
static mz_node write_event(struct mz_event_structure *s, struct mz_unfolded *e,
                           uint32_t count)
{
    mz_node node;

    count = put(s, count, e->thread, MZ_BOTTOM);
    if (e->tree != MZ_NO_TREE)
        count = put(s, count, e->tree, MZ_BOTTOM);
    node = take(s, lay_out(e, count));
    if (!node)
        return MZ_BOTTOM;
    put(s, count, e->thread, node);
    if (e->tree != MZ_NO_TREE)
        put(s, count, e->tree, node);
    e->size_class = mz_unfolded(s, node)->size_class;
    *mz_unfolded(s, node) = *e;
    mz_copy((struct mz_maximum *)mz_maxima(s, node), s->merged,
            count * sizeof *s->merged);
    return node;
}

static MZ_COLD void note_depths(const struct mz_event_structure *s,
                                const struct mz_unfolded *e)
{
    struct mz_statistics *statistics = s->statistics;

    statistics->unfolded |= mz_tset_of(e->thread);
    statistics->threads.trees = __builtin_popcountll(statistics->unfolded);
    mz_tree_depths_note(&statistics->threads, e->place[0].depth);
    statistics->objects.trees = s->tree_count;
    if (e->tree != MZ_NO_TREE)
        mz_tree_depths_note(&statistics->objects, e->place[1].depth);
}

static mz_node add(struct mz_event_structure *s,
                   const struct mz_unfolded *label, mz_node previous,
                   mz_node cause)
{
    struct mz_unfolded e = begin(s, label, previous, cause);
    mz_node node = write_event(s, &e, merge(s, previous, cause));

    if (!node)
        return MZ_BOTTOM;
    settle(s, node, e.thread, e.place[0].parent);
    if (e.tree != MZ_NO_TREE)
        settle(s, node, e.tree, cause);
    link(s, node);
    mz_unfolded(s, previous)->dependents++;
    mz_unfolded(s, cause)->dependents++;
    if (s->count == s->buckets && s->buckets < s->most_buckets)
        grow_table(s);
    enter(s, node);
    s->count++;
    s->added++;
    if (s->count > s->peak)
        s->peak = s->count;
    if (MZ_UNLIKELY(s->statistics))
        note_depths(s, mz_unfolded(s, node));
    return node;
}

mz_node mz_event_structure_add(struct mz_event_structure *s,
                               const struct mz_unfolded *label,
                               mz_node previous, mz_node cause)
{
    mz_node e = mz_event_structure_find(s, label->thread, previous, cause,
                                        label->choice);

    return e ? e : add(s, label, previous, cause);
}

static void leave(struct mz_event_structure *s, mz_node e)
{
    mz_node *link = &s->table[bucket_of_event(s, mz_unfolded(s, e))];

    while (*link != e)
        link = &mz_unfolded(s, *link)->next;
    *link = mz_unfolded(s, e)->next;
}

void mz_event_structure_drop(struct mz_event_structure *s, mz_node e)
{
    struct mz_unfolded *event = mz_unfolded(s, e);

    leave(s, e);
    unlink(s, e);
    mz_unfolded(s, event->previous)->dependents--;
    mz_unfolded(s, event->cause)->dependents--;
    give_back(s, e);
    s->count--;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "unfold/event_structure.h"

enum { WORD = sizeof(uint32_t), SMALL = 4096, GRAIN = 64, MOST_SKIPS = 16 };

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
    while (s->most_buckets < s->size / 512)
        s->most_buckets *= 2;
    s->table = mz_arena_take(arena, s->most_buckets * sizeof *s->table);
    s->pool = mz_arena_take(arena, s->size);
    s->used = size_of_class(class_of(sizeof(struct mz_unfolded))); /* bottom */
}

/* ---- objects ------------------------------------------------------------- */

static uint32_t new_tree(struct mz_event_structure *s, uint32_t object,
                         uint8_t mask)
{
    uint32_t i = s->tree_count;

    if (i == s->tree_capacity) {
        s->exhausted = true;
        return MZ_FIRST_OBJECT_TREE;
    }
    s->tree_count++;
    s->trees[i] = (struct mz_object_tree){
        .object = object,
        .next = s->tree_of[object],
        .mask = mask,
    };
    s->tree_of[object] = i + 1;
    return MZ_FIRST_OBJECT_TREE + i;
}

unsigned mz_object_trees(struct mz_event_structure *s, struct mz_access access,
                         uint32_t trees[8])
{
    uint8_t left = access.mask;
    unsigned count = 0;

    for (uint32_t i = s->tree_of[access.object]; i; i = s->trees[i - 1].next) {
        uint8_t common = s->trees[i - 1].mask & access.mask;

        if (!common)
            continue;
        if (common != s->trees[i - 1].mask) {
            s->divides = access;
            s->is_divided = !s->refuses_parts;
            if (s->refuses_parts)
                s->unsupported = "accesses of different sizes to the same "
                                 "bytes, in a bound";
        }
        trees[count++] = MZ_FIRST_OBJECT_TREE + i - 1;
        left &= ~common;
    }
    if (left)
        trees[count++] = new_tree(s, access.object, left);
    return count;
}

void mz_event_structure_divide(struct mz_event_structure *s)
{
    MZ_ASSERT(!s->count);
    s->is_divided = false;
    s->leaves_count = 1;
    for (uint32_t i = s->tree_of[s->divides.object]; i;
         i = s->trees[i - 1].next) {
        uint8_t common = s->trees[i - 1].mask & s->divides.mask;
        uint8_t rest = s->trees[i - 1].mask & ~common;

        if (common && rest) {
            s->trees[i - 1].mask = common;
            new_tree(s, s->divides.object, rest);
        }
    }
    for (uint32_t i = 0; i < s->tree_count; i++) {
        s->trees[i].leaves = 0;
        s->trees[i].is_mixed = false;
    }
}

static uint32_t new_leaves(struct mz_event_structure *s,
                           struct mz_leaves leaves)
{
    struct mz_object_tree *tree = &s->trees[leaves.tree - MZ_FIRST_OBJECT_TREE];

    if (s->leaves_count == s->leaves_capacity) {
        s->exhausted = true;
        return MZ_FIRST_LEAVES;
    }
    leaves.next = tree->leaves;
    for (uint32_t i = tree->leaves; i; i = mz_leaves(s, i)->next)
        if (mz_depends_on_leaves(s, leaves.kind, leaves.mask, mz_leaves(s, i)))
            tree->is_mixed = true;
    s->leaves[s->leaves_count] = leaves;
    return tree->leaves = MZ_FIRST_LEAVES + s->leaves_count++;
}

/* What leaves an access of a thread is of, 0: none. */
static uint32_t leaves_of(struct mz_event_structure *s, mz_tid thread,
                          const struct mz_label_place *place)
{
    struct mz_leaves leaves = {
        .tree = place->tree,
        .thread = thread,
        .kind = place->kind,
        .mask = place->mask,
    };

    if (mz_op_covers(s->relation, place->kind))
        return 0;
    for (uint32_t i = mz_tree(s, place->tree)->leaves; i;
         i = mz_leaves(s, i)->next) {
        const struct mz_leaves *known = mz_leaves(s, i);

        if (known->thread == thread && known->kind == place->kind &&
            known->mask == place->mask)
            return i;
    }
    return new_leaves(s, leaves);
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

/* What a node is of a tree. */
struct stand {
    uint32_t depth;
    mz_node *skips;
    mz_node parent;
};

static inline struct stand stand_in(const struct mz_event_structure *s,
                                    uint32_t tree, mz_node e)
{
    const struct mz_unfolded *event = mz_unfolded(s, e);
    const struct mz_place *place;

    if (!e)
        return (struct stand){0};
    if (tree < MZ_FIRST_OBJECT_TREE)
        return (struct stand){event->depth,
                              mz_causes_of(event) + event->cause_count,
                              event->parent};
    place = mz_place_in(event, tree);
    return (struct stand){place->depth, (mz_node *)event + place->skips_at,
                          place->parent};
}

static mz_node ancestor(const struct mz_event_structure *s, uint32_t tree,
                        mz_node e, uint32_t depth)
{
    struct stand at;

    while ((at = stand_in(s, tree, e)).depth > depth) {
        const mz_node *up = at.skips;
        uint32_t far = MZ_SKIP_STEP, rest = at.depth;
        mz_node to = at.parent;

        for (; rest % MZ_SKIP_STEP == 0 && far <= at.depth - depth;
             rest /= MZ_SKIP_STEP, far *= MZ_SKIP_STEP)
            to = *up++;
        e = to;
    }
    return e;
}

static MZ_COLD void note_causality(const struct mz_event_structure *s,
                                   uint32_t tree, mz_node e, uint32_t depth)
{
    uint32_t d = mz_depth_in(s, tree, e);

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

MZ_COLD void mz_note_conflict(const struct mz_event_structure *s, uint32_t tree,
                              mz_node a, mz_node b)
{
    uint32_t i = mz_depth_in(s, tree, a), k = mz_depth_in(s, tree, b);

    mz_distances_note(&s->statistics->conflict, i > k ? i - k : k - i);
}

bool mz_nodes_conflict(const struct mz_event_structure *s, uint32_t tree,
                       mz_node a, mz_node b)
{
    uint32_t i, k;

    if (MZ_UNLIKELY(s->statistics))
        mz_note_conflict(s, tree, a, b);
    if (a == b)
        return false;
    i = mz_depth_in(s, tree, a);
    k = mz_depth_in(s, tree, b);
    return i < k ? ancestor(s, tree, b, i) != a : ancestor(s, tree, a, k) != b;
}

static void settle(struct mz_event_structure *s, mz_node e, uint32_t tree)
{
    struct stand at = stand_in(s, tree, e);
    mz_node *up = at.skips;
    uint32_t far = MZ_SKIP_STEP;

    for (unsigned i = skips(at.depth); i--; far *= MZ_SKIP_STEP)
        *up++ = ancestor(s, tree, at.parent, at.depth - far);
}

static mz_node *children(const struct mz_event_structure *s, uint32_t tree,
                         mz_node parent)
{
    return parent ? &mz_place_in(mz_unfolded(s, parent), tree)->first_child
                  : &s->trees[tree - MZ_FIRST_OBJECT_TREE].first_child;
}

mz_node mz_first_child(const struct mz_event_structure *s, uint32_t tree,
                       mz_node parent)
{
    return *children(s, tree, parent);
}

static void link_place(struct mz_event_structure *s, mz_node e,
                       struct mz_place *place)
{
    mz_node *first = children(s, place->tree, place->parent);

    place->elder = MZ_BOTTOM;
    place->sibling = *first;
    if (*first)
        mz_place_in(mz_unfolded(s, *first), place->tree)->elder = e;
    *first = e;
}

static void unlink_place(struct mz_event_structure *s,
                         const struct mz_place *place)
{
    uint32_t tree = place->tree;

    if (place->elder)
        mz_place_in(mz_unfolded(s, place->elder), tree)->sibling =
            place->sibling;
    else
        *children(s, tree, place->parent) = place->sibling;
    if (place->sibling)
        mz_place_in(mz_unfolded(s, place->sibling), tree)->elder = place->elder;
}

/* The list that an event is in beside, or in place of, those of its places. */
static mz_node *list_of(const struct mz_event_structure *s,
                        const struct mz_unfolded *e)
{
    if (e->parked_at)
        return &s->parked[e->parked_at - 1];
    return e->kind == MZ_CHOOSE ? &mz_unfolded(s, e->previous)->first_choice
                                : NULL;
}

static void link(struct mz_event_structure *s, mz_node e)
{
    struct mz_unfolded *event = mz_unfolded(s, e);
    mz_node *first = list_of(s, event);

    for (uint32_t i = event->parked_at ? 0 : event->place_count; i--;)
        link_place(s, e, &mz_places(event)[i]);
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
    mz_node *first = list_of(s, event);

    for (uint32_t i = event->parked_at ? 0 : event->place_count; i--;)
        unlink_place(s, &mz_places(event)[i]);
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

/* Of two maxima of one history the later one. */
static struct mz_maximum later(const struct mz_event_structure *s,
                               const struct mz_maximum *p,
                               const struct mz_maximum *q)
{
    uint32_t tree = p->tree >= MZ_FIRST_LEAVES
                        ? mz_leaves(s, p->tree)->thread /* their thread's */
                        : p->tree;

    return p->event == q->event || mz_depth_in(s, tree, p->event) >
                                       mz_depth_in(s, tree, q->event)
               ? *p
               : *q;
}

/* Those of `count` in p and of [b], in s->merged. */
static uint32_t merge(struct mz_event_structure *s, const struct mz_maximum *p,
                      uint32_t count, mz_node b)
{
    const struct mz_maximum *q = mz_maxima(s, b), *p_end = p + count;
    const struct mz_maximum *q_end = q + mz_unfolded(s, b)->maximum_count;
    struct mz_maximum *to = s->merged;

    while (p < p_end && q < q_end)
        if (p->tree < q->tree)
            *to++ = *p++;
        else if (q->tree < p->tree)
            *to++ = *q++;
        else
            *to++ = later(s, p++, q++);
    while (p < p_end)
        *to++ = *p++;
    while (q < q_end)
        *to++ = *q++;
    return to - s->merged;
}

/* Of the leaves in s->merged those that have been covered since go. */
static uint32_t drop_covered(struct mz_event_structure *s, uint32_t count)
{
    struct mz_maximum *m = s->merged, *to = s->merged + count;

    while (to > m && to[-1].tree >= MZ_FIRST_LEAVES)
        to--;
    for (const struct mz_maximum *leaf = to; leaf < m + count; leaf++) {
        uint32_t tree = mz_leaves(s, leaf->tree)->tree, from = 0;
        mz_node parent = mz_place_in(mz_unfolded(s, leaf->event), tree)->parent;

        while (m + from < to && m[from].tree < tree)
            from++;
        if ((m[from].tree == tree ? m[from].event : MZ_BOTTOM) == parent)
            *to++ = *leaf;
    }
    return to - m;
}

/* The maxima of a history, in s->merged. */
static uint32_t merge_all(struct mz_event_structure *s,
                          const struct mz_history *h)
{
    uint32_t count = merge(s, mz_maxima(s, h->previous),
                           mz_unfolded(s, h->previous)->maximum_count,
                           h->count ? h->causes[0] : MZ_BOTTOM);

    for (uint32_t i = 1; i < h->count; i++) {
        struct mz_maximum *before = s->merged;

        s->merged = s->merging;
        s->merging = before;
        count = merge(s, before, count, h->causes[i]);
    }
    return s->leaves_count > 1 ? drop_covered(s, count) : count;
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

/* What the tree has of leaves is covered. */
static uint32_t cover(struct mz_event_structure *s, uint32_t count,
                      uint32_t tree)
{
    struct mz_maximum *to = s->merged + count, *end = to;

    while (to > s->merged && to[-1].tree >= MZ_FIRST_LEAVES)
        to--;
    for (const struct mz_maximum *leaf = to; leaf < end; leaf++)
        if (mz_leaves(s, leaf->tree)->tree != tree)
            *to++ = *leaf;
    return to - s->merged;
}

bool mz_causes(const struct mz_event_structure *s, mz_node a, mz_node b)
{
    const struct mz_unfolded *event = mz_unfolded(s, a);
    mz_tid t = event->thread;

    return mz_ancestor(s, t, mz_latest(s, b, t), event->depth) == a;
}

/* ---- conflict ------------------------------------------------------------ */

static bool trees_conflict(const struct mz_event_structure *s, mz_node a,
                           mz_node b)
{
    const struct mz_maximum *p = mz_maxima(s, a), *q = mz_maxima(s, b);
    const struct mz_maximum *p_end = p + mz_unfolded(s, a)->maximum_count;
    const struct mz_maximum *q_end = q + mz_unfolded(s, b)->maximum_count;

    while (p < p_end && q < q_end) {
        if (p->tree < q->tree)
            p++;
        else if (q->tree < p->tree)
            q++;
        else if (p->tree < MZ_FIRST_LEAVES &&
                 mz_nodes_conflict(s, p->tree, p->event, q->event))
            return true;
        else
            p++, q++;
    }
    return false;
}

/* Has [b] leaves that are not in [a], and depend on one of these? */
static bool leaf_meets_others(const struct mz_event_structure *s, mz_node a,
                              const struct mz_leaves *leaves, mz_node b)
{
    const struct mz_maximum *begin = mz_maxima(s, b);
    const struct mz_maximum *m = begin + mz_unfolded(s, b)->maximum_count;

    while (m-- > begin && m->tree >= MZ_FIRST_LEAVES) {
        const struct mz_leaves *other = mz_leaves(s, m->tree);

        if (other->tree == leaves->tree &&
            mz_depends_on_leaves(s, leaves->kind, leaves->mask, other) &&
            mz_lacks(s, a, other->thread, mz_unfolded(s, m->event)->depth))
            return true;
    }
    return false;
}

/* Has [a] a leaf that is not in [b], and [b] what depends on it? Their trees
 * are not in conflict. */
static bool leaves_conflict(const struct mz_event_structure *s, mz_node a,
                            mz_node b)
{
    const struct mz_maximum *begin = mz_maxima(s, a);
    const struct mz_maximum *m = begin + mz_unfolded(s, a)->maximum_count;

    while (m-- > begin && m->tree >= MZ_FIRST_LEAVES) {
        const struct mz_leaves *leaves = mz_leaves(s, m->tree);
        const struct mz_unfolded *leaf = mz_unfolded(s, m->event);
        uint32_t tree = leaves->tree;

        if (mz_lacks(s, b, leaves->thread, leaf->depth) &&
            (mz_depth_in(s, tree, mz_latest(s, b, tree)) >
                 mz_depth_in(s, tree, mz_place_in(leaf, tree)->parent) ||
             (mz_tree(s, tree)->is_mixed &&
              leaf_meets_others(s, a, leaves, b))))
            return true;
    }
    return false;
}

bool mz_conflict(const struct mz_event_structure *s, mz_node a, mz_node b)
{
    return trees_conflict(s, a, b) || leaves_conflict(s, a, b) ||
           leaves_conflict(s, b, a);
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

/* All but its trees, and where its parts lie. */
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

/* The one before of its leaves, if that has the same parent. */
static mz_node behind(const struct mz_event_structure *s,
                      const struct mz_place *leaf, mz_node previous)
{
    mz_node e = mz_latest(s, previous, leaf->leaves);

    return e && mz_place_in(mz_unfolded(s, e), leaf->tree)->parent ==
                       leaf->parent
               ? e
               : MZ_BOTTOM;
}

/* What it is of its trees, and as which it is the maximum; in `places`. */
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
            .leaves = leaves_of(s, label->thread, in),
            .parent = parent,
            .causes_at = from,
            .cause_count = h->ends[i] - from,
            .kind = in->kind,
            .mask = in->mask,
            .before = in->before,
        };
        from = h->ends[i];
        if (places[i].leaves) {
            places[i].behind = behind(s, &places[i], h->previous);
            count = put(s, count, places[i].leaves, MZ_BOTTOM);
            continue;
        }
        places[i].depth = mz_depth_in(s, in->tree, parent) + 1;
        count = put(s, cover(s, count, in->tree), in->tree, MZ_BOTTOM);
    }
    return put(s, count, label->thread, MZ_BOTTOM);
}

/* Where it skips to in its trees, in words from its start. Returns its size in
 * bytes. */
static uint64_t lay_out(struct mz_unfolded *e, struct mz_place *places,
                        uint32_t maxima)
{
    uint32_t at;

    e->maximum_count = maxima;
    at = mz_causes_of(e) - (mz_node *)e + e->cause_count + skips(e->depth);
    for (uint32_t i = 0; i < e->place_count; i++) {
        places[i].skips_at = at;
        at += skips(places[i].depth);
    }
    return (uint64_t)at * WORD;
}

/* Room for an event, with what merge has left in s->merged. */
static mz_node write_event(struct mz_event_structure *s,
                           const struct mz_label *label,
                           const struct mz_history *h)
{
    struct mz_unfolded e = begin(s, label, h);
    struct mz_place places[MZ_MOST_PLACES];
    uint32_t count = place(s, label, h, places, merge_all(s, h));
    mz_node node = take(s, lay_out(&e, places, count));

    if (!node)
        return MZ_BOTTOM;
    put(s, count, e.thread, node);
    for (uint32_t i = 0; i < e.place_count; i++)
        put(s, count, places[i].leaves ? places[i].leaves : places[i].tree,
            node);
    e.size_class = mz_unfolded(s, node)->size_class;
    *mz_unfolded(s, node) = e;
    mz_copy(mz_places(mz_unfolded(s, node)), places,
            e.place_count * sizeof *places);
    mz_copy((struct mz_maximum *)mz_maxima(s, node), s->merged,
            count * sizeof *s->merged);
    mz_copy(mz_causes_of(mz_unfolded(s, node)), h->causes,
            e.cause_count * sizeof *h->causes);
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

static MZ_COLD void note_depths(const struct mz_event_structure *s,
                                const struct mz_unfolded *e)
{
    struct mz_statistics *statistics = s->statistics;

    statistics->unfolded |= mz_tset_of(e->thread);
    statistics->threads.trees = __builtin_popcountll(statistics->unfolded);
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
    settle(s, node, event->thread);
    for (uint32_t i = 0; i < event->place_count; i++)
        if (!mz_places(event)[i].leaves)
            settle(s, node, mz_places(event)[i].tree);
    link(s, node);
    mz_count_dependent(s, event, 1);
    if (s->count == s->buckets && s->buckets < s->most_buckets)
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
    unlink(s, e);
    mz_count_dependent(s, event, -1);
    give_back(s, e);
    s->count--;
}

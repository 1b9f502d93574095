/* SPDX-License-Identifier: Apache-2.0 */
#include "unfold/configuration.h"

void mz_configuration_init(struct mz_configuration *c, struct mz_arena *arena,
                           struct mz_event_structure *s,
                           const struct mz_execution *x)
{
    mz_fill(c, 0, sizeof *c);
    c->structure = s;
    c->kept = mz_arena_take(arena, x->capacity * sizeof *c->kept);
    c->events = mz_arena_take(arena, x->capacity * sizeof *c->events);
    c->last =
        mz_arena_take(arena, (MZ_FIRST_OBJECT_TREE + (size_t)s->tree_capacity) *
                                 sizeof *c->last);
    c->leaf = mz_arena_take(arena, s->leaves_capacity * sizeof *c->leaf);
    c->passed = mz_arena_take(
        arena, (x->capacity + (size_t)x->access_capacity) * sizeof *c->passed);
}

void mz_configuration_keep(struct mz_configuration *c, mz_node e,
                           uint32_t position)
{
    struct mz_unfolded *event = mz_unfolded(c->structure, e);

    if (!e)
        return;
    if (event->is_kept) {
        if (position < event->kept_for)
            event->kept_for = position;
        return;
    }
    event->is_kept = true;
    event->kept_for = position;
    event->next_kept = c->kept[position];
    c->kept[position] = e;
}

/* ---- what an event is ---------------------------------------------------- */

/* Has it accesses beside the first, but the one for atomic blocks? */
static bool is_several(const struct mz_execution *x, const struct mz_event *e)
{
    return mz_event_more(e) > 1 ||
           (mz_event_more(e) && x->accesses[e->more].object != x->universe);
}

/* What the object of an event held before it. */
static uint64_t found_by(const struct mz_execution *x, const struct mz_event *e)
{
    return e->kind == MZ_WRITE || is_several(x, e) ? e->other : e->value;
}

/* By tree. What an event does by several accesses to one tree depends on what
 * one of them does: on all if one does, else it reads what all read. */
static void add_place(struct mz_configuration *c, struct mz_label_place place)
{
    struct mz_label *label = &c->label;
    uint32_t i = label->place_count;

    while (i > 0 && label->places[i - 1].tree > place.tree)
        i--;
    if (i > 0 && label->places[i - 1].tree == place.tree) {
        if (mz_op_covers(c->structure->relation, place.kind))
            label->places[i - 1].kind = place.kind;
        label->places[i - 1].mask &= place.mask;
        return;
    }
    if (label->place_count == MZ_MOST_PLACES) {
        c->structure->unsupported = "so many accesses in one event";
        return;
    }
    mz_move(label->places + i + 1, label->places + i,
            (label->place_count - i) * sizeof place);
    label->places[i] = place;
    label->place_count++;
}

/* The bits of these bytes of an object. */
static uint64_t bits_of(uint8_t mask)
{
    uint64_t bits = 0;

    if (mask == 0xff)
        return UINT64_MAX;
    for (unsigned byte = 0; byte < 8; byte++)
        if (mask >> byte & 1)
            bits |= (uint64_t)0xff << 8 * byte;
    return bits;
}

/* `before` is of the bytes of the access; its lowest is the first. */
static void add_access(struct mz_configuration *c, struct mz_access access,
                       uint64_t before)
{
    struct mz_event_structure *s = c->structure;
    uint32_t trees[8];
    unsigned count = mz_object_trees(s, access, trees);

    before <<= 8 * __builtin_ctz(access.mask);
    for (unsigned i = 0; i < count; i++)
        add_place(c, (struct mz_label_place){
                         .tree = trees[i],
                         .kind = access.kind,
                         .mask = access.mask,
                         .before = before & bits_of(mz_tree(s, trees[i])->mask),
                     });
}

/* Its first access decides whether it is enabled, and how it ends. */
static uint32_t first_place(const struct mz_configuration *c,
                            struct mz_access access)
{
    const struct mz_label *label = &c->label;
    uint32_t i = 0;

    for (;; i++) {
        const struct mz_object_tree *tree =
            mz_tree(c->structure, label->places[i].tree);

        if (tree->object == access.object && tree->mask & access.mask)
            return i;
    }
}

/* In c->label. */
static void describe(struct mz_configuration *c, const struct mz_execution *x,
                     const struct mz_event *e)
{
    struct mz_label *label = &c->label;

    label->thread = e->thread;
    label->kind = e->kind;
    label->condition = e->condition;
    label->choice = e->kind == MZ_CHOOSE ? e->value : 0;
    label->bound = e->kind == MZ_CHOOSE ? e->bound : 0;
    label->number = e->other;
    label->is_several = is_several(x, e);
    label->place_count = 0;
    if (mz_op_is_local(e->kind) || e->object == MZ_NO_OBJECT)
        return;
    if (mz_event_more(e) && c->structure->refuses_parts) {
        c->structure->unsupported = "several accesses in one event, in a bound";
        return;
    }
    add_access(c, mz_event_access(e), found_by(x, e));
    for (uint32_t i = 0; i < mz_event_more(e); i++)
        add_access(c, x->accesses[e->more + i], x->before[e->more + i]);
    label->first = first_place(c, mz_event_access(e));
    if (e->kind == MZ_AWAIT && mz_event_more(e))
        c->structure->unsupported = "awaits beside atomic blocks";
}

/* ---- what it comes after ------------------------------------------------- */

/* What a thread without events comes after. */
static mz_node creation(const struct mz_configuration *c,
                        const struct mz_execution *x, mz_tid t)
{
    for (;; t = x->births[t].parent) {
        if (x->births[t].parent == MZ_NO_THREAD)
            return MZ_BOTTOM;
        if (x->births[t].event != MZ_NO_EVENT)
            return c->events[x->births[t].event];
    }
}

/* The last event of a thread, or what created it. */
static mz_node end_of(const struct mz_configuration *c,
                      const struct mz_execution *x, mz_tid t)
{
    return c->last[t] ? c->last[t] : creation(c, x, t);
}

static void follow(struct mz_event_structure *s, struct mz_history *h,
                   mz_node cause)
{
    if (h->count == MZ_COUNT(h->causes))
        s->exhausted = true;
    else
        h->causes[h->count++] = cause;
}

/* After all of C that it depends on. */
static void follow_all(struct mz_configuration *c,
                       const struct mz_label_place *place)
{
    struct mz_event_structure *s = c->structure;

    follow(s, &c->history, c->last[place->tree]);
    for (uint32_t i = mz_tree(s, place->tree)->leaves; i;
         i = mz_leaves(s, i)->next) {
        mz_node leaf = mz_configuration_leaf(c, i);

        if (leaf &&
            mz_depends_on_leaves(s, place->kind, place->mask, mz_leaves(s, i)))
            follow(s, &c->history, leaf);
    }
}

/* In c->history, what the event in c->label comes after in C. */
static void find_history(struct mz_configuration *c,
                         const struct mz_execution *x, mz_tid thread)
{
    struct mz_history *h = &c->history;

    h->previous = end_of(c, x, thread);
    h->count = 0;
    for (uint32_t i = 0; i < c->label.place_count; i++) {
        follow_all(c, &c->label.places[i]);
        h->ends[i] = h->count;
    }
}

/* ---- its events ---------------------------------------------------------- */

/* What is known only once it is executed; or else was foreseen. */
static void note(struct mz_configuration *c, struct mz_unfolded *event)
{
    const struct mz_label *label = &c->label;
    struct mz_place *place = mz_places(event);

    event->kind = label->kind;
    event->position = c->length;
    if (event->place_count != label->place_count) {
        c->structure->differs = true;
        return;
    }
    for (uint32_t i = 0; i < event->place_count; i++) {
        const struct mz_label_place *in = &label->places[i];

        if (place[i].tree != in->tree || place[i].mask != in->mask ||
            (place[i].kind != in->kind &&
             !(mz_op_covers(c->structure->relation, place[i].kind) &&
               mz_op_covers(c->structure->relation, in->kind))))
            c->structure->differs = true;
        place[i].kind = in->kind;
        place[i].before = in->before;
    }
}

static void take_in(struct mz_configuration *c, mz_node e)
{
    const struct mz_unfolded *event = mz_unfolded(c->structure, e);
    const struct mz_place *place = mz_places(event);

    c->last[event->thread] = e;
    for (uint32_t i = event->place_count; i--; place++)
        if (place->leaves) {
            mz_node *leaf = &c->leaf[place->leaves - MZ_FIRST_LEAVES];

            c->passed[c->passed_count++] = *leaf;
            *leaf = e;
        } else {
            c->last[place->tree] = e;
        }
}

static void leave_out(struct mz_configuration *c, mz_node e)
{
    const struct mz_unfolded *event = mz_unfolded(c->structure, e);
    const struct mz_place *place = mz_places(event);

    c->last[event->thread] = event->parent;
    for (uint32_t i = event->place_count; i--;)
        if (place[i].leaves)
            c->leaf[place[i].leaves - MZ_FIRST_LEAVES] =
                c->passed[--c->passed_count];
        else
            c->last[place[i].tree] = place[i].parent;
}

static bool is_at_odds(const struct mz_configuration *c)
{
    const struct mz_event_structure *s = c->structure;

    return s->unsupported || s->exhausted || s->differs || s->is_divided;
}

void mz_configuration_extend(struct mz_configuration *c,
                             const struct mz_execution *x)
{
    const struct mz_event *executed = &x->events[c->length];
    mz_node e;

    describe(c, x, executed);
    find_history(c, x, executed->thread);
    if (executed->kind == MZ_JOIN)
        follow(c->structure, &c->history, end_of(c, x, executed->value));
    e = mz_event_structure_add(c->structure, &c->label, &c->history);
    if (!e)
        return;
    note(c, mz_unfolded(c->structure, e));
    take_in(c, e);
    mz_configuration_keep(c, e, c->length);
    c->events[c->length] = e;
    c->length++;
}

void mz_configuration_foresee(struct mz_configuration *c,
                              const struct mz_execution *x,
                              const struct mz_event *pending)
{
    describe(c, x, pending);
    find_history(c, x, pending->thread);
}

void mz_configuration_cut(struct mz_configuration *c, uint32_t length)
{
    while (c->length > length) {
        leave_out(c, c->events[--c->length]);
        mz_event_structure_unpark(c->structure, c->length);
    }
    if (c->extended > length)
        c->extended = length;
}

/* ---- conflict ------------------------------------------------------------ */

static mz_node parent_of(const struct mz_event_structure *s, uint32_t tree,
                         mz_node e)
{
    const struct mz_unfolded *event = mz_unfolded(s, e);

    return tree < MZ_FIRST_OBJECT_TREE ? event->parent
                                       : mz_place_in(event, tree)->parent;
}

/* The first event of C in the tree that is in conflict with a node that is not
 * in C, MZ_BOTTOM: there is none. */
static mz_node first_conflict(const struct mz_configuration *c, uint32_t tree,
                              mz_node e)
{
    const struct mz_event_structure *s = c->structure;
    mz_node last = c->last[tree];

    do
        e = parent_of(s, tree, e);
    while (e && !mz_configuration_has(c, e));
    return e == last ? MZ_BOTTOM
                     : mz_ancestor(s, tree, last, mz_depth_in(s, tree, e) + 1);
}

/* Of C, a leaf of the tree that is not in [e] and depends on such an access. */
static mz_node leaf_against(const struct mz_configuration *c, mz_node e,
                            uint32_t tree, uint8_t kind, uint8_t mask)
{
    const struct mz_event_structure *s = c->structure;

    for (uint32_t i = mz_tree(s, tree)->leaves; i; i = mz_leaves(s, i)->next) {
        const struct mz_leaves *leaves = mz_leaves(s, i);
        mz_node leaf = mz_configuration_leaf(c, i);

        if (leaf && mz_depends_on_leaves(s, kind, mask, leaves) &&
            mz_lacks(s, e, leaves->thread, mz_unfolded(s, leaf)->depth))
            return leaf;
    }
    return MZ_BOTTOM;
}

/* [e] has this leaf: what of C is in conflict with it. Trees are not. */
static mz_node against_leaf(const struct mz_configuration *c, mz_node e,
                            const struct mz_maximum *m)
{
    const struct mz_event_structure *s = c->structure;
    const struct mz_leaves *leaves = mz_leaves(s, m->tree);
    const struct mz_unfolded *leaf = mz_unfolded(s, m->event);
    uint32_t tree = leaves->tree, depth;

    if (mz_unfolded(s, c->last[leaves->thread])->depth >= leaf->depth)
        return MZ_BOTTOM;
    depth = mz_depth_in(s, tree, mz_place_in(leaf, tree)->parent);
    if (mz_depth_in(s, tree, c->last[tree]) > depth)
        return mz_ancestor(s, tree, c->last[tree], depth + 1);
    return mz_tree(s, tree)->is_mixed
               ? leaf_against(c, e, tree, leaves->kind, leaves->mask)
               : MZ_BOTTOM;
}

/* An event of C that the maximum of [e] is in conflict with, or MZ_BOTTOM. */
static mz_node against(const struct mz_configuration *c, mz_node e,
                       const struct mz_maximum *m)
{
    const struct mz_event_structure *s = c->structure;
    mz_node first;

    if (m->tree >= MZ_FIRST_LEAVES)
        return against_leaf(c, e, m);
    if (MZ_UNLIKELY(s->statistics))
        mz_note_conflict(s, m->tree, c->last[m->tree], m->event);
    if (m->event == c->last[m->tree] || mz_configuration_has(c, m->event))
        return MZ_BOTTOM;
    first = first_conflict(c, m->tree, m->event);
    if (!first && m->tree >= MZ_FIRST_OBJECT_TREE &&
        mz_tree(s, m->tree)->leaves)
        first = leaf_against(c, e, m->tree, MZ_WRITE, 0xff);
    return first;
}

uint32_t mz_configuration_conflict(const struct mz_configuration *c, mz_node e)
{
    const struct mz_event_structure *s = c->structure;
    const struct mz_maximum *m = mz_maxima(s, e);
    uint32_t first = c->length;

    for (uint32_t i = mz_unfolded(s, e)->maximum_count; i--; m++) {
        mz_node enemy = against(c, e, m);

        if (enemy && mz_unfolded(s, enemy)->position < first)
            first = mz_unfolded(s, enemy)->position;
    }
    return first;
}

bool mz_configuration_has_against(const struct mz_configuration *c, mz_node e)
{
    const struct mz_unfolded *event = mz_unfolded(c->structure, e);
    const struct mz_place *place = mz_places(event);

    for (uint32_t i = event->place_count; i--; place++)
        if (leaf_against(c, e, place->tree, place->kind, place->mask))
            return true;
    return false;
}

/* ---- its conflicting extensions ------------------------------------------ */

/* In c->label and c->history, the event and what it comes after. */
static void recall(struct mz_configuration *c, const struct mz_unfolded *e)
{
    const struct mz_place *place = mz_places(e);
    struct mz_label *label = &c->label;

    label->thread = e->thread;
    label->kind = e->kind;
    label->condition = e->condition;
    label->choice = e->choice;
    label->bound = e->bound;
    label->number = e->number;
    label->is_several = e->is_several;
    label->place_count = e->place_count;
    label->first = e->first;
    for (uint32_t i = 0; i < e->place_count; i++) {
        label->places[i] = (struct mz_label_place){
            .tree = place[i].tree,
            .kind = place[i].kind,
            .mask = place[i].mask,
            .before = place[i].before,
        };
        c->history.ends[i] = place[i].causes_at + place[i].cause_count;
    }
    c->history.previous = e->previous;
    c->history.count = e->cause_count;
    mz_copy(c->history.causes, mz_causes_of(e),
            e->cause_count * sizeof *c->history.causes);
}

/*
 * An event, in c->label and c->history, is moved to where it comes before some
 * of what it follows: c->moved, after c->without.
 */

/* Is it, or does it come after, one of those that are left out? */
static bool is_left(const struct mz_configuration *c, mz_node e)
{
    for (uint32_t i = 0; i < c->left_count; i++)
        if (c->left[i] == e || mz_causes(c->structure, c->left[i], e))
            return true;
    return false;
}

/* What it follows in one tree, without those and what comes after them. */
static void leave_behind(struct mz_configuration *c, uint32_t i)
{
    struct mz_event_structure *s = c->structure;
    struct mz_label_place *in = &c->moved.places[i];
    uint32_t from = i ? c->history.ends[i - 1] : 0;
    const mz_node *causes = c->history.causes + from;
    const mz_node *end = c->history.causes + c->history.ends[i];

    *in = c->label.places[i];
    while (*causes && is_left(c, *causes)) {
        const struct mz_unfolded *e = mz_unfolded(s, *causes);
        const struct mz_place *place = mz_place_in(e, in->tree);

        causes = mz_causes_of(e) + place->causes_at;
        end = causes + place->cause_count;
        in->before = place->before;
        if (mz_op_is_semaphore(in->kind) && mz_op_writes(place->kind))
            s->unsupported = "semaphores that are written as memory";
    }
    follow(s, &c->without, *causes);
    while (++causes < end) {
        mz_node leaf = *causes;

        while (leaf && is_left(c, leaf)) {
            const struct mz_place *place =
                mz_place_in(mz_unfolded(s, leaf), in->tree);

            in->before -= place->kind == MZ_SEM_POST;
            leaf = place->behind;
        }
        if (leaf)
            follow(s, &c->without, leaf);
    }
    c->without.ends[i] = c->without.count;
}

/* What its object then holds, of the bytes of an event of one access. */
static uint64_t content(const struct mz_configuration *c)
{
    const struct mz_label *label = &c->moved;
    uint64_t value = 0;

    for (uint32_t i = 0; i < label->place_count; i++)
        value |= label->places[i].before;
    return value >> 8 * __builtin_ctz(label->places[label->first].mask);
}

/* Is its lock, that it comes after `e` on, free there? Its bytes may have been
 * accessed as memory since. */
static bool is_free(const struct mz_configuration *c, mz_node e)
{
    const struct mz_event_structure *s = c->structure;
    uint32_t tree = c->moved.places[c->moved.first].tree;

    while (e && mz_op_is_memory(mz_place_in(mz_unfolded(s, e), tree)->kind))
        e = parent_of(s, tree, e);
    return !e || mz_place_in(mz_unfolded(s, e), tree)->kind == MZ_UNLOCK;
}

/* The kind that it has after `e` on its object. */
static enum mz_op kind_after(const struct mz_configuration *c, mz_node e)
{
    enum mz_op kind = mz_op_succeeded(c->label.kind);
    bool succeeds = true;

    if (c->label.is_several ||
        mz_op_covers(c->structure->relation, mz_op_failed(kind)))
        return c->label.kind; /* it does not matter */
    if (kind == MZ_CAS)
        succeeds = content(c) == c->label.number;
    if (kind == MZ_TRYLOCK)
        succeeds = is_free(c, e);
    if (kind == MZ_SEM_TRYWAIT)
        succeeds = content(c) > 0;
    return succeeds ? kind : mz_op_failed(kind);
}

/* Can it be executed there? */
static bool is_enabled(const struct mz_configuration *c, mz_node e)
{
    const struct mz_label_place *in = &c->moved.places[c->moved.first];

    switch (c->label.kind) {
    case MZ_LOCK:
        return is_free(c, e);
    case MZ_SEM_WAIT:
        return in->before > 0;
    case MZ_AWAIT:
        return mz_condition_holds(c->label.condition, in->mask, content(c),
                                  c->label.number);
    default:
        return true;
    }
}

/* As it may be of another kind there, it may not depend on all leaves. */
static void forget_leaves(struct mz_configuration *c)
{
    struct mz_event_structure *s = c->structure;
    struct mz_history *h = &c->without;
    uint32_t from = 0, to = 0;

    for (uint32_t i = 0; i < c->moved.place_count; i++) {
        const struct mz_label_place *in = &c->moved.places[i];
        uint32_t end = h->ends[i];

        h->causes[to++] = h->causes[from++];
        for (; from < end; from++) {
            const struct mz_unfolded *leaf = mz_unfolded(s, h->causes[from]);
            uint32_t leaves = mz_place_in(leaf, in->tree)->leaves;

            if (mz_depends_on_leaves(s, in->kind, in->mask,
                                     mz_leaves(s, leaves)))
                h->causes[to++] = h->causes[from];
        }
        h->ends[i] = to;
    }
    h->count = to;
}

/* The last of these leaves in a history, with that parent. */
static mz_node last_of(const struct mz_event_structure *s,
                       const struct mz_history *h, mz_node parent,
                       uint32_t leaves)
{
    uint32_t tree = mz_leaves(s, leaves)->tree;
    mz_node last = MZ_BOTTOM;

    for (uint32_t i = 0; i <= h->count; i++) {
        mz_node e = mz_latest(s, i ? h->causes[i - 1] : h->previous, leaves);

        if (e && mz_place_in(mz_unfolded(s, e), tree)->parent == parent &&
            mz_unfolded(s, e)->depth > mz_unfolded(s, last)->depth)
            last = e;
    }
    return last;
}

/*
 * It covers what it would only have read, in several trees. Leaves that it did
 * not depend on touch all of its bytes. So if it comes after them, d does; and
 * so does what d followed, if they are not where d was.
 */
static void add_leaves(struct mz_configuration *c)
{
    struct mz_event_structure *s = c->structure;
    struct mz_history *from = &c->scratch, *to = &c->without;

    from->previous = to->previous;
    from->count = to->count;
    mz_copy(from->ends, to->ends, c->moved.place_count * sizeof *to->ends);
    mz_copy(from->causes, to->causes, to->count * sizeof *to->causes);
    to->count = 0;
    for (uint32_t i = 0; i < c->moved.place_count; i++) {
        mz_node parent = from->causes[i ? from->ends[i - 1] : 0];
        uint32_t k = mz_tree(s, c->moved.places[i].tree)->leaves;

        follow(s, to, parent);
        for (; k; k = mz_leaves(s, k)->next) {
            mz_node leaf = last_of(s, from, parent, k);

            if (leaf)
                follow(s, to, leaf);
        }
        to->ends[i] = to->count;
    }
}

static void become(struct mz_configuration *c, enum mz_op kind)
{
    struct mz_label *label = &c->moved;
    enum mz_relation relation = c->structure->relation;

    label->kind = kind;
    if (kind != c->label.kind)
        for (uint32_t i = 0; i < label->place_count; i++)
            if (label->places[i].kind == c->label.kind)
                label->places[i].kind = kind;
    if (label->place_count > 1 && mz_op_covers(relation, kind) &&
        !mz_op_covers(relation, c->label.kind))
        add_leaves(c);
    else
        forget_leaves(c);
}

/* Before those that are left out. Returns what it follows on its object. */
static mz_node move_before(struct mz_configuration *c)
{
    uint32_t first = c->label.first;
    mz_node e;

    c->moved.thread = c->label.thread;
    c->moved.condition = c->label.condition;
    c->moved.choice = c->label.choice;
    c->moved.bound = c->label.bound;
    c->moved.number = c->label.number;
    c->moved.is_several = c->label.is_several;
    c->moved.place_count = c->label.place_count;
    c->moved.first = first;
    c->without.previous = c->history.previous;
    c->without.count = 0;
    for (uint32_t i = 0; i < c->label.place_count; i++)
        leave_behind(c, i);
    e = c->without.causes[first ? c->without.ends[first - 1] : 0];
    become(c, kind_after(c, e));
    return e;
}

/* It is no part of what it comes after in its thread. */
static bool may_be_left(const struct mz_configuration *c, mz_node d)
{
    return d && !mz_causes(c->structure, d, c->history.previous);
}

/* It is in conflict with those left out. */
static void add_moved(struct mz_configuration *c)
{
    struct mz_event_structure *s = c->structure;
    mz_node e = mz_event_structure_add(s, &c->moved, &c->without);

    for (uint32_t i = 0; i < c->left_count; i++)
        mz_configuration_keep(c, e, mz_unfolded(s, c->left[i])->position);
}

/*
 * The event that is in conflict with d, among what it comes after; if it is not
 * enabled there, before what disabled it: further down the tree of its object.
 */
static void extend_before(struct mz_configuration *c, mz_node d)
{
    c->left_count = 1;
    while (may_be_left(c, d)) {
        mz_node e;

        c->left[0] = d;
        e = move_before(c);
        if (is_enabled(c, e)) {
            add_moved(c);
            return;
        }
        d = e;
    }
}

static void extend_await_further(struct mz_configuration *, uint32_t i);

/* An await on what is accessed in parts: wherever on each part it could come,
 * from the `i`th on. */
static void extend_await(struct mz_configuration *c, uint32_t i)
{
    const struct mz_event_structure *s = c->structure;
    uint32_t tree = c->label.places[i].tree;

    for (uint32_t k = mz_tree(s, tree)->leaves; k; k = mz_leaves(s, k)->next)
        if (mz_depends_on_leaves(s, MZ_AWAIT, c->label.places[i].mask,
                                 mz_leaves(s, k))) {
            c->structure->unsupported =
                "awaits on variables that are accessed in parts, beside failed "
                "compare-exchanges";
            return;
        }
    extend_await_further(c, i);
    for (mz_node d = c->history.causes[i ? c->history.ends[i - 1] : 0];
         may_be_left(c, d); d = parent_of(s, tree, d)) {
        c->left[c->left_count++] = d;
        extend_await_further(c, i);
        c->left_count--;
    }
}

static void extend_await_further(struct mz_configuration *c, uint32_t i)
{
    if (i + 1 < c->label.place_count)
        extend_await(c, i + 1);
    else if (c->left_count && is_enabled(c, move_before(c)))
        add_moved(c);
}

/* Before each of the events that it comes after, on an object. */
static void extend_by(struct mz_configuration *c)
{
    c->left_count = 0;
    if (c->label.kind == MZ_AWAIT && c->label.place_count > 1)
        extend_await(c, 0);
    else
        for (uint32_t i = 0; i < c->history.count; i++)
            extend_before(c, c->history.causes[i]);
}

static void add_choice(struct mz_configuration *c, uint32_t value,
                       uint32_t position)
{
    c->label.choice = value;
    mz_configuration_keep(
        c, mz_event_structure_add(c->structure, &c->label, &c->history),
        position);
}

/* Values may be too many to be listed: each leads to the next, and to the
 * first. */
static void extend_choice(struct mz_configuration *c,
                          const struct mz_unfolded *e)
{
    recall(c, e);
    add_choice(c, 0, e->position);
    if (e->choice + 1 < e->bound)
        add_choice(c, e->choice + 1, e->position);
}

static void extend_by_event(struct mz_configuration *c,
                            const struct mz_unfolded *e)
{
    if (e->kind == MZ_CHOOSE) {
        extend_choice(c, e);
    } else if (e->place_count) {
        recall(c, e);
        extend_by(c);
    }
}

/* What a thread stands at. */
static void extend_by_pending(struct mz_configuration *c,
                              const struct mz_execution *x, mz_tid t)
{
    const struct mz_event *pending = &x->pending[t];

    if (mz_op_is_local(pending->kind) || pending->object == MZ_NO_OBJECT)
        return;
    describe(c, x, pending);
    find_history(c, x, t);
    extend_by(c);
}

void mz_configuration_add_extensions(struct mz_configuration *c,
                                     const struct mz_execution *x)
{
    struct mz_event_structure *s = c->structure;

    for (; c->extended < c->length && !is_at_odds(c); c->extended++)
        extend_by_event(c, mz_unfolded(s, c->events[c->extended]));
    for (mz_tset rest = x->waiting; rest && !is_at_odds(c); rest &= rest - 1)
        extend_by_pending(c, x, mz_tset_first(rest));
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "unfold/configuration.h"

#include "unfold/causality_tree.h"
#include "unfold/history.h"
#include "unfold/label.h"
#include "unfold/object_tree.h"
#include "unfold/siblings.h"

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

/* ---- what an event comes after ------------------------------------------- */

/* The event that created a thread which has no events yet, or MZ_BOTTOM. */
static mz_node creation(const struct mz_configuration *c,
                        const struct mz_execution *x, mz_tid t)
{
    for (;; t = x->births[t].parent) {
        if (x->births[t].parent == MZ_NO_THREAD)
            return MZ_BOTTOM;
        if (x->births[t].event != MZ_NONE)
            return c->events[x->births[t].event];
    }
}

/* The last event of a thread, or what created it. */
static mz_node end_of(const struct mz_configuration *c,
                      const struct mz_execution *x, mz_tid t)
{
    return c->last[t] ? c->last[t] : creation(c, x, t);
}

/* Adds to c->history what an access at this place follows in C: the last node
 * of the tree, and the leaves of that which the access depends on. */
static void follow_all(struct mz_configuration *c,
                       const struct mz_label_place *place)
{
    struct mz_event_structure *s = c->structure;

    mz_history_follow(s, &c->history, c->last[place->tree]);
    for (uint32_t i = mz_tree(s, place->tree)->leaves; i;
         i = mz_leaves(s, i)->next) {
        mz_node leaf = mz_configuration_leaf(c, i);

        if (leaf &&
            mz_depends_on_leaves(s, place->kind, place->mask, mz_leaves(s, i)))
            mz_history_follow(s, &c->history, leaf);
    }
}

/* Puts into c->history what the event in c->label follows in C. */
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

/* Writes what is known of an event only since it has been executed, and
 * compares the rest with what was foreseen. */
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

void mz_configuration_extend(struct mz_configuration *c,
                             const struct mz_execution *x)
{
    const struct mz_event *executed = &x->events[c->length];
    mz_node e;

    mz_label_set(&c->label, c->structure, x, executed);
    find_history(c, x, executed->thread);
    if (mz_event_is_after_thread(executed))
        mz_history_follow(c->structure, &c->history,
                          end_of(c, x, executed->value));
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
    mz_label_set(&c->label, c->structure, x, pending);
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

/* The first event of C in the tree that is in conflict with the node e, which
 * is not in C. MZ_BOTTOM: there is none. */
static mz_node first_conflict(const struct mz_configuration *c, uint32_t tree,
                              mz_node e)
{
    const struct mz_event_structure *s = c->structure;
    mz_node last = c->last[tree];

    do
        e = mz_parent_in(s, tree, e);
    while (e && !mz_configuration_has(c, e));
    return e == last ? MZ_BOTTOM
                     : mz_ancestor(s, tree, last, mz_depth_in(s, tree, e) + 1);
}

/* The leaf by which these leaves are in C if it is not in [e], or MZ_BOTTOM. */
static mz_node lacked_leaf(const struct mz_configuration *c, mz_node e,
                           uint32_t leaves)
{
    const struct mz_event_structure *s = c->structure;
    mz_node leaf = mz_configuration_leaf(c, leaves);

    return leaf && mz_lacks(s, e, mz_leaves(s, leaves)->thread,
                            mz_unfolded(s, leaf)->depth)
               ? leaf
               : MZ_BOTTOM;
}

/* A leaf of the tree that is in C and not in [e], and that depends on an access
 * of this kind to these bytes; or MZ_BOTTOM. */
static mz_node leaf_against(const struct mz_configuration *c, mz_node e,
                            uint32_t tree, uint8_t kind, uint8_t mask)
{
    const struct mz_event_structure *s = c->structure;
    mz_node leaf;

    for (uint32_t i = mz_tree(s, tree)->leaves; i; i = mz_leaves(s, i)->next)
        if (mz_depends_on_leaves(s, kind, mask, mz_leaves(s, i)) &&
            (leaf = lacked_leaf(c, e, i)) != MZ_BOTTOM)
            return leaf;
    return MZ_BOTTOM;
}

/* A leaf of the tree that is in C and not in [e], or MZ_BOTTOM. Each node of
 * the tree depends on all of its leaves. */
static mz_node leaf_against_nodes(const struct mz_configuration *c, mz_node e,
                                  uint32_t tree)
{
    const struct mz_event_structure *s = c->structure;
    mz_node leaf = MZ_BOTTOM;

    for (uint32_t i = mz_tree(s, tree)->leaves; i && leaf == MZ_BOTTOM;
         i = mz_leaves(s, i)->next)
        leaf = lacked_leaf(c, e, i);
    return leaf;
}

/* An event of C that this leaf of [e] is in conflict with, or MZ_BOTTOM. If
 * nodes of the tree are in conflict, `against` finds that. */
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

/* An event of C that this maximum of [e] is in conflict with, or MZ_BOTTOM. */
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
    if (!first && m->tree >= MZ_FIRST_OBJECT_TREE)
        first = leaf_against_nodes(c, e, m->tree);
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

/* SPDX-License-Identifier: Apache-2.0 */
#include "unfold/configuration.h"

void mz_configuration_init(struct mz_configuration *c, struct mz_arena *arena,
                           struct mz_event_structure *structure,
                           const struct mz_execution *x)
{
    *c = (struct mz_configuration){.structure = structure};
    c->kept = mz_arena_take(arena, x->capacity * sizeof *c->kept);
    c->events = mz_arena_take(arena, x->capacity * sizeof *c->events);
    c->last = mz_arena_take(
        arena, (MZ_FIRST_OBJECT_TREE + (size_t)structure->tree_capacity) *
                   sizeof *c->last);
}

void mz_configuration_keep(struct mz_configuration *c, mz_node e,
                           uint32_t position)
{
    struct mz_unfolded *event = mz_unfolded(c->structure, e);

    if (!e || event->is_kept)
        return;
    event->is_kept = true;
    event->next_kept = c->kept[position];
    c->kept[position] = e;
}

/* ---- its events ---------------------------------------------------------- */

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

/* What the object of an event held before it. */
static uint64_t found_by(const struct mz_event *e)
{
    return e->kind == MZ_WRITE ? e->other : e->value;
}

static struct mz_unfolded label_of(struct mz_event_structure *s,
                                   const struct mz_event *e)
{
    struct mz_unfolded label = {
        .tree = MZ_NO_TREE,
        .thread = e->thread,
        .kind = e->kind,
        .mask = e->mask,
        .condition = e->condition,
        .before = found_by(e),
    };

    if (e->kind == MZ_CHOOSE) {
        label.choice = e->value;
        label.bound = e->bound;
    }
    if (e->kind == MZ_AWAIT)
        label.number = e->other;
    if (mz_op_is_local(e->kind))
        return label;
    if (mz_event_more(e))
        s->unsupported = "several accesses in one event";
    label.tree = mz_object_tree(s, e->object, e->mask);
    return label;
}

static mz_node add(struct mz_configuration *c, const struct mz_execution *x,
                   const struct mz_event *e)
{
    struct mz_unfolded label = label_of(c->structure, e);
    mz_node cause = label.tree != MZ_NO_TREE ? c->last[label.tree]
                    : e->kind == MZ_JOIN     ? end_of(c, x, e->value)
                                             : MZ_BOTTOM;
    mz_node node = mz_event_structure_add(c->structure, &label,
                                          end_of(c, x, e->thread), cause);
    struct mz_unfolded *event = mz_unfolded(c->structure, node);

    c->structure->differs |= node && event->tree != label.tree;
    event->kind = e->kind;
    event->before = label.before;
    event->position = c->length;
    c->last[label.thread] = node;
    if (label.tree != MZ_NO_TREE)
        c->last[label.tree] = node;
    mz_configuration_keep(c, node, c->length);
    return node;
}

void mz_configuration_foresee(const struct mz_configuration *c,
                              const struct mz_execution *x,
                              const struct mz_event *pending, mz_node *previous,
                              mz_node *cause)
{
    struct mz_unfolded label = label_of(c->structure, pending);

    *previous = end_of(c, x, pending->thread);
    *cause = label.tree != MZ_NO_TREE ? c->last[label.tree] : MZ_BOTTOM;
}

static bool is_at_odds(const struct mz_event_structure *s)
{
    return s->unsupported || s->exhausted || s->differs;
}

void mz_configuration_extend(struct mz_configuration *c,
                             const struct mz_execution *x)
{
    mz_node e = add(c, x, &x->events[c->length]);

    c->events[c->length] = e;
    c->length++;
}

void mz_configuration_cut(struct mz_configuration *c, uint32_t length)
{
    while (c->length > length) {
        const struct mz_unfolded *e =
            mz_unfolded(c->structure, c->events[--c->length]);

        c->last[e->thread] = e->place[0].parent;
        if (e->tree != MZ_NO_TREE)
            c->last[e->tree] = e->cause;
        mz_event_structure_unpark(c->structure, c->length);
    }
    if (c->extended > length)
        c->extended = length;
}

static mz_node parent_of(const struct mz_event_structure *s, uint32_t tree,
                         mz_node e)
{
    return mz_place_in(mz_unfolded(s, e), tree)->parent;
}

/* Two nodes of a tree are in conflict: the first of a and what precedes it that
 * is in conflict with b. */
static mz_node first_conflict(const struct mz_event_structure *s, uint32_t tree,
                              mz_node a, mz_node b)
{
    uint32_t i = mz_place_in(mz_unfolded(s, a), tree)->depth;
    uint32_t k = mz_place_in(mz_unfolded(s, b), tree)->depth;

    a = mz_ancestor(s, tree, a, i < k ? i : k);
    b = mz_ancestor(s, tree, b, i < k ? i : k);
    while (parent_of(s, tree, a) != parent_of(s, tree, b)) {
        a = parent_of(s, tree, a);
        b = parent_of(s, tree, b);
    }
    return a;
}

uint32_t mz_configuration_conflict(const struct mz_configuration *c, mz_node e)
{
    const struct mz_event_structure *s = c->structure;
    const struct mz_maximum *m = mz_maxima(s, e);
    uint32_t first = c->length;

    for (uint32_t i = mz_unfolded(s, e)->maximum_count; i--; m++)
        if (mz_nodes_conflict(s, m->tree, c->last[m->tree], m->event)) {
            mz_node f = first_conflict(s, m->tree, c->last[m->tree], m->event);
            uint32_t position = mz_unfolded(s, f)->position;

            if (position < first)
                first = position;
        }
    return first;
}

/* ---- its conflicting extensions ------------------------------------------ */

/* Can the operation be executed after `e` on its object, which then holds
 * `content`? */
static bool is_enabled(const struct mz_event_structure *s,
                       const struct mz_unfolded *label, mz_node e,
                       uint64_t content)
{
    switch (label->kind) {
    case MZ_LOCK:
        return !e || mz_unfolded(s, e)->kind == MZ_UNLOCK;
    case MZ_SEM_WAIT:
        return content > 0;
    case MZ_AWAIT:
        return mz_condition_holds(label->condition, label->mask, content,
                                  label->number);
    default:
        return true;
    }
}

/* Its kind may be another one there. */
static struct mz_unfolded elsewhere(const struct mz_unfolded *e)
{
    struct mz_unfolded label = *e;

    label.kind = mz_op_succeeded(e->kind);
    return label;
}

/*
 * From the event before it on its object back to what is in its history by way
 * of its thread: wherever it can be executed, too, is another event. It is in
 * conflict with the one that follows on the object in C.
 */
static void extend_by(struct mz_configuration *c, const struct mz_unfolded *e,
                      mz_node previous, mz_node cause)
{
    struct mz_event_structure *s = c->structure;
    struct mz_unfolded label = elsewhere(e);
    mz_node first = mz_latest(s, previous, label.tree);

    while (cause != first) {
        const struct mz_unfolded *follows = mz_unfolded(s, cause);

        cause = follows->cause;
        if (is_enabled(s, &label, cause, follows->before))
            mz_configuration_keep(
                c, mz_event_structure_add(s, &label, previous, cause),
                follows->position);
    }
}

static void add_choice(struct mz_configuration *c, const struct mz_unfolded *e,
                       uint32_t value)
{
    struct mz_unfolded label = *e;

    label.choice = value;
    mz_configuration_keep(
        c, mz_event_structure_add(c->structure, &label, e->previous, e->cause),
        e->position);
}

/* Values may be too many to be listed: each leads to the next, and to the
 * first. */
static void extend_choice(struct mz_configuration *c,
                          const struct mz_unfolded *e)
{
    add_choice(c, e, 0);
    if (e->choice + 1 < e->bound)
        add_choice(c, e, e->choice + 1);
}

static void extend_by_event(struct mz_configuration *c,
                            const struct mz_unfolded *e)
{
    if (e->tree != MZ_NO_TREE)
        extend_by(c, e, e->previous, e->cause);
    else if (e->kind == MZ_CHOOSE)
        extend_choice(c, e);
}

/* What a thread stands at. */
static void extend_by_pending(struct mz_configuration *c,
                              const struct mz_execution *x, mz_tid t)
{
    const struct mz_event *pending = &x->pending[t];
    struct mz_unfolded label;

    if (mz_op_is_local(pending->kind) || pending->object == MZ_NO_OBJECT)
        return;
    label = label_of(c->structure, pending);
    extend_by(c, &label, end_of(c, x, t), c->last[label.tree]);
}

void mz_configuration_add_extensions(struct mz_configuration *c,
                                     const struct mz_execution *x)
{
    struct mz_event_structure *s = c->structure;

    for (; c->extended < c->length && !is_at_odds(s); c->extended++)
        extend_by_event(c, mz_unfolded(s, c->events[c->extended]));
    for (mz_tset rest = x->waiting; rest && !is_at_odds(s); rest &= rest - 1)
        extend_by_pending(c, x, mz_tset_first(rest));
}

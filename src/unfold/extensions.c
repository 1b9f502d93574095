/* SPDX-License-Identifier: Apache-2.0 */
#include "unfold/extensions.h"

#include "trace/refusal.h"
#include "unfold/causality_tree.h"
#include "unfold/history.h"
#include "unfold/object_tree.h"

/* Puts an event, and what it follows, into c->label and c->history. */
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

/* ---- events that are moved ----------------------------------------------- */

/*
 * An event, in c->label and c->history, is moved to where it comes before some
 * of what it follows, which is in c->left. What it is there is c->moved, and
 * what it follows there c->without.
 */

/* Is the event, or does it come after, one of those that are left out? */
static bool is_left(const struct mz_configuration *c, mz_node e)
{
    for (uint32_t i = 0; i < c->left_count; i++)
        if (c->left[i] == e || mz_causes(c->structure, c->left[i], e))
            return true;
    return false;
}

/* What a leaf adds to the state of its object: a post one, a read nothing. */
static uint64_t added_by(const struct mz_unfolded *leaf,
                         const struct mz_place *place)
{
    const struct mz_op_operand operand = {
        .number = leaf->number,
        .mask = place->mask,
    };
    uint64_t state = 0;

    mz_op_after(place->kind, &state, &operand);
    return state << mz_mask_shift(place->mask);
}

/* A semaphore is an object apart from the memory that it lies in: nobody writes
 * it, so that what its state was follows from waits and posts. */
static inline void check_apart(const struct mz_label_place *in,
                               const struct mz_place *place)
{
    MZ_ASSERT(!mz_op_is_semaphore(in->kind) || !mz_op_writes(place->kind));
}

/* Finds what the moved event follows at its ith place: what it followed before,
 * without the events that are left out and what comes after these. */
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
        check_apart(in, place);
    }
    mz_history_follow(s, &c->without, *causes);
    while (++causes < end) {
        mz_node leaf = *causes;

        while (leaf && is_left(c, leaf)) {
            const struct mz_unfolded *e = mz_unfolded(s, leaf);
            const struct mz_place *place = mz_place_in(e, in->tree);

            in->before -= added_by(e, place);
            in->before &= mz_mask_bits(mz_tree(s, in->tree)->mask);
            leaf = place->behind;
        }
        if (leaf)
            mz_history_follow(s, &c->without, leaf);
    }
    c->without.ends[i] = c->without.count;
}

/*
 * leave_behind for an event of one tree that has no leaves. What is left out is
 * the chain in that tree from what the event follows back to c->left[0], and no
 * more: extend_before has tried all of the chain before.
 */
static void leave_one_behind(struct mz_configuration *c)
{
    struct mz_event_structure *s = c->structure;
    struct mz_label_place *in = &c->moved.places[0];
    const struct mz_place *place;

    *in = c->label.places[0];
    place = mz_place_in(mz_unfolded(s, c->left[0]), in->tree);
    in->before = place->before;
    check_apart(in, place);
    mz_history_follow(s, &c->without, place->parent);
    c->without.ends[0] = 1;
}

/* The state of its object that the moved event finds. */
static uint64_t state_of(const struct mz_configuration *c)
{
    const struct mz_label *label = &c->moved;
    uint64_t value = 0;

    for (uint32_t i = 0; i < label->place_count; i++)
        value |= label->places[i].before;
    return value >> mz_mask_shift(label->places[label->first].mask);
}

static struct mz_op_operand operand_of(const struct mz_label *label)
{
    return (struct mz_op_operand){
        .number = label->number,
        .thread = label->thread,
        .mask = label->places[label->first].mask,
        .condition = label->condition,
    };
}

/* The kind of the moved event. */
static enum mz_op kind_there(const struct mz_configuration *c)
{
    struct mz_op_operand operand = operand_of(&c->moved);
    enum mz_op kind = c->label.kind;

    if (!mz_op_may_fail(kind) || c->label.is_several ||
        !mz_relation_tells_outcomes(c->structure->relation))
        return kind; /* the outcome does not matter */
    return mz_op_outcome(kind, state_of(c), &operand);
}

/* Can the moved event be executed? */
static bool is_enabled(const struct mz_configuration *c)
{
    struct mz_op_operand operand = operand_of(&c->moved);

    return mz_op_enabled(c->label.kind, state_of(c), &operand);
}

/* Drops from c->without the leaves that the moved event does not depend on: it
 * may be of another kind than before. */
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

/* The last of these leaves in a history that hangs from that parent, or
 * MZ_BOTTOM. */
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

/* The last of these leaves before the leaf d in its history, if it hangs from
 * that parent, or MZ_BOTTOM. */
static mz_node last_before(const struct mz_event_structure *s, mz_node d,
                           mz_node parent, uint32_t leaves)
{
    uint32_t tree = mz_leaves(s, leaves)->tree;
    mz_node e = mz_latest(s, d, leaves);

    if (e == d)
        return mz_place_in(mz_unfolded(s, d), tree)->behind;
    return e && mz_place_in(mz_unfolded(s, e), tree)->parent == parent
               ? e
               : MZ_BOTTOM;
}

/* d, a leaf of the tree that is left out; MZ_BOTTOM: d is a node. */
static mz_node left_leaf(const struct mz_configuration *c, uint32_t tree)
{
    const struct mz_unfolded *d = mz_unfolded(c->structure, c->left[0]);
    const struct mz_place *place = mz_places(d);

    for (uint32_t i = 0; i < d->place_count; i++)
        if (place[i].tree == tree && place[i].leaves)
            return c->left[0];
    return MZ_BOTTOM;
}

/*
 * The event only read before, in several trees or behind a leaf d, and covers
 * now that it is moved: so it also follows leaves that it did not depend on.
 * For each parent these are the last ones in the history of what it follows
 * now. They are in that history: leaves that the event did not depend on touch
 * all of its bytes. So if it came after them, then d did; and if they are not
 * where d was, so did what d followed. If d is a leaf itself, an addition, they
 * are in that history or in that of d: d depends on each of them.
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
        mz_node d = left_leaf(c, c->moved.places[i].tree);
        uint32_t k = mz_tree(s, c->moved.places[i].tree)->leaves;

        mz_history_follow(s, to, parent);
        for (; k; k = mz_leaves(s, k)->next) {
            mz_node leaf = last_of(s, from, parent, k);
            mz_node other = d ? last_before(s, d, parent, k) : MZ_BOTTOM;

            if (mz_unfolded(s, other)->depth > mz_unfolded(s, leaf)->depth)
                leaf = other;
            if (leaf)
                mz_history_follow(s, to, leaf);
        }
        to->ends[i] = to->count;
    }
}

/* Makes the moved event one of this kind. */
static void become(struct mz_configuration *c, enum mz_op kind)
{
    struct mz_label *label = &c->moved;
    enum mz_relation relation = c->structure->relation;

    label->kind = kind;
    if (kind != c->label.kind)
        for (uint32_t i = 0; i < label->place_count; i++)
            if (label->places[i].kind == c->label.kind)
                label->places[i].kind = kind;
    if (mz_op_covers(relation, kind) &&
        !mz_op_covers(relation, c->label.kind) &&
        (label->place_count > 1 || left_leaf(c, label->places[0].tree)))
        add_leaves(c);
    else
        forget_leaves(c);
}

/* Moves the event before those in c->left. */
static void move_before(struct mz_configuration *c)
{
    c->moved.thread = c->label.thread;
    c->moved.condition = c->label.condition;
    c->moved.choice = c->label.choice;
    c->moved.bound = c->label.bound;
    c->moved.number = c->label.number;
    c->moved.is_several = c->label.is_several;
    c->moved.place_count = c->label.place_count;
    c->moved.first = c->label.first;
    c->without.previous = c->history.previous;
    c->without.count = 0;
    if (c->label.place_count == 1 &&
        !mz_tree(c->structure, c->label.places[0].tree)->leaves)
        leave_one_behind(c);
    else
        for (uint32_t i = 0; i < c->label.place_count; i++)
            leave_behind(c, i);
    become(c, kind_there(c));
}

/* Moves the event before those in c->left. Can it be executed then? */
static bool becomes_enabled(struct mz_configuration *c)
{
    move_before(c);
    return is_enabled(c);
}

/* ---- where they are moved ------------------------------------------------ */

/* May d be left out? Not if the event comes after it by its thread. */
static bool may_be_left(const struct mz_configuration *c, mz_node d)
{
    return d && !mz_causes(c->structure, d, c->history.previous);
}

/* Adds the moved event. It is in conflict with those left out, and so is kept
 * for their sake. */
static void add_moved(struct mz_configuration *c)
{
    struct mz_event_structure *s = c->structure;
    mz_node e = mz_event_structure_add(s, &c->moved, &c->without);

    for (uint32_t i = 0; i < c->left_count; i++)
        mz_configuration_keep(c, e, mz_unfolded(s, c->left[i])->position);
}

/*
 * Adds the event moved before d, which it depends on directly and so is in
 * immediate conflict with then. If it is not enabled there, it is moved before
 * what disables it: further down the tree of its object. With a bound, the
 * events at all places down that tree are added, as executions that show the
 * others may not be run.
 */
static void extend_before(struct mz_configuration *c, mz_node d)
{
    uint32_t first = c->label.first;

    c->left_count = 1;
    while (may_be_left(c, d)) {
        c->left[0] = d;
        if (becomes_enabled(c)) {
            add_moved(c);
            if (!c->is_bounded)
                return;
        }
        d = c->without.causes[first ? c->without.ends[first - 1] : 0];
    }
}

static void extend_await_further(struct mz_configuration *, uint32_t i);

/* Adds an await on what is accessed in parts wherever it could come on each
 * part; `i` and later ones are to be gone through. */
static void extend_await(struct mz_configuration *c, uint32_t i)
{
    const struct mz_event_structure *s = c->structure;
    uint32_t tree = c->label.places[i].tree;

    for (uint32_t k = mz_tree(s, tree)->leaves; k; k = mz_leaves(s, k)->next)
        if (mz_depends_on_leaves(s, c->label.kind, c->label.places[i].mask,
                                 mz_leaves(s, k))) {
            c->structure->unsupported = MZ_REFUSAL_AWAIT_AND_CAS_IN_PARTS;
            return;
        }
    extend_await_further(c, i);
    for (mz_node d = c->history.causes[i ? c->history.ends[i - 1] : 0];
         may_be_left(c, d); d = mz_parent_in(s, tree, d)) {
        c->left[c->left_count++] = d;
        extend_await_further(c, i);
        c->left_count--;
    }
}

static void extend_await_further(struct mz_configuration *c, uint32_t i)
{
    if (i + 1 < c->label.place_count)
        extend_await(c, i + 1);
    else if (c->left_count && becomes_enabled(c))
        add_moved(c);
}

/* Adds the event moved before each of those that it follows on an object. */
static void extend_by(struct mz_configuration *c)
{
    c->left_count = 0;
    if (mz_op_awaits_memory(c->label.kind) && c->label.place_count > 1)
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

/* Adds the next value of a choice, and the first one. The values may be too
 * many to be listed; so each leads to the next. */
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

/* Adds what an operation that a thread stands at would be, moved before each of
 * the events that it would follow. */
static void extend_by_pending(struct mz_configuration *c,
                              const struct mz_execution *x, mz_tid t)
{
    const struct mz_event *pending = &x->pending[t];

    if (mz_op_is_local(pending->kind) || pending->object == MZ_NONE)
        return;
    mz_configuration_foresee(c, x, pending);
    extend_by(c);
}

static bool is_at_odds(const struct mz_configuration *c)
{
    const struct mz_event_structure *s = c->structure;

    return s->unsupported || s->exhausted || s->differs || s->is_divided;
}

void mz_configuration_add_cex(struct mz_configuration *c,
                              const struct mz_execution *x)
{
    struct mz_event_structure *s = c->structure;

    for (; c->extended < c->length && !is_at_odds(c); c->extended++)
        extend_by_event(c, mz_unfolded(s, c->events[c->extended]));
    for (mz_tset rest = x->waiting; mz_tset_some(rest) && !is_at_odds(c);
         mz_tset_drop_first(&rest))
        extend_by_pending(c, x, mz_tset_first(rest));
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "pop/sleep_check.h"

#include "trace/refusal.h"

enum {
    SCRATCH = 1 << 20, /* bytes, for the levels of nested schedules: each has
                          arrays for all followers */
    SCRATCH_PER_EVENT = 256,
};

void mz_sleep_check_init(struct mz_sleep_check *v, struct mz_arena *arena,
                         const struct mz_happens_before *hb,
                         const struct mz_marks *marks, uint32_t capacity)
{
    size_t n = (size_t)capacity + 1;

    *v = (struct mz_sleep_check){
        .memory = marks->memory,
        .scratch_size = SCRATCH + n * SCRATCH_PER_EVENT,
    };
    mz_followers_init(&v->list, arena, hb, marks, capacity);
    v->scratch = mz_arena_take(arena, v->scratch_size);
}

bool mz_sleep_check_concerns(const struct mz_sleep_check *v,
                             const struct mz_characterisation *c,
                             const struct mz_follower *f)
{
    return (c->elements || c->schedules) && !mz_key_is(f->key, c->e) &&
           mz_follower_depends(&v->list, mz_accesses_of(c), c->e_accesses, f,
                               f->kind);
}

static bool has_failed(enum mz_op kind)
{
    return kind != mz_op_succeeded(kind);
}

/* ---- UpdSE, UpdP --------------------------------------------------------- */

enum {
    BLOCKS_CONTAINED = 1,
    BLOCKS_CONFLICTING,
    BLOCKS_READING,
    BLOCKS_INHERITED, /* + 2 * (depth - 1) + (its head is that of sigma'_i) */
};

/*
 * The state of one sleep set expression. Arrays are by follower, unless told.
 * The letters of [AADJS24] Algorithm 2: C is `conflict`, R is `met`; D, the
 * heads that were met of what the expression inherits from, is `done` in
 * block_inherited.
 */
struct level {
    const struct level *outer; /* the one that inherits this one, or NULL */
    const struct mz_characterisation *c;
    bool flips;            /* the head succeeded after e, and fails here */
    const uint8_t *member; /* this expression gets to see the follower */
    uint8_t *gone;         /* [element]: a follower was that element */
    uint32_t *conflict;    /* the paper's C: the first element that the
                              follower, or one that happens before it, conflicts
                              with */
    uint32_t *segment;     /* of the element that the follower is, or conflicts
                              with */
    uint8_t *is;           /* how the follower stands to that element */
    uint8_t *met;    /* the paper's R: the follower races with e, or one that
                        does happens before it */
    uint8_t *ours;   /* it may be the head of a schedule that sleeps */
    uint8_t *blocks; /* it is one, for a reason (BLOCKS_...) */
};

enum { IS_INDEPENDENT, IS_EQUAL, IS_IN_CONFLICT };

static size_t rounded(size_t size)
{
    return (size + 7) / 8 * 8;
}

/* Whatever is there. */
static void *take_any(struct mz_sleep_check *v, size_t size)
{
    void *memory = v->scratch + v->scratch_used;

    v->scratch_used += rounded(size);
    if (v->scratch_used > v->scratch_size) {
        v->unsupported = MZ_REFUSAL_NESTED_SCHEDULES;
        return NULL;
    }
    return memory;
}

static void *take(struct mz_sleep_check *v, size_t size)
{
    void *memory = take_any(v, size);

    return memory ? mz_fill(memory, 0, size) : NULL;
}

static bool open_level(struct mz_sleep_check *v, struct level *l,
                       const struct level *outer,
                       const struct mz_characterisation *c,
                       const uint8_t *member)
{
    size_t n = v->list.count, bytes = rounded(n);

    l->outer = outer;
    l->c = c;
    l->flips = mz_relation_tells_outcomes(v->list.hb->relation) &&
               has_failed(c->kind) && !has_failed(c->kind_after);
    l->member = member;
    l->is = take(v, 4 * bytes + rounded(c->elements));
    l->conflict = take_any(v, 2 * n * sizeof *l->conflict); /* update does */
    if (!l->is || !l->conflict)
        return false;
    l->met = l->is + bytes;
    l->ours = l->met + bytes;
    l->blocks = l->ours + bytes;
    l->gone = l->blocks + bytes;
    l->segment = l->conflict + n;
    return true;
}

static bool is_same(const struct mz_element *element,
                    const struct mz_follower *f, enum mz_op kind,
                    const struct mz_access *accesses)
{
    return element->kind == (uint32_t)kind &&
           (kind != MZ_CHOOSE || element->value == f->event->value) &&
           (!element->access_count ||
            (accesses[element->accesses].object == f->event->object &&
             accesses[element->accesses].mask == f->event->mask));
}

/* What a compare-exchange would find, with what the e of this level has left
 * laid over what it does find; and so at each outer level. What e adds comes
 * to what others, which commute with it, have added before. */
static uint64_t overlaid(struct mz_sleep_check *v, const struct level *l,
                         const struct mz_follower *f)
{
    uint64_t contents = l->outer ? overlaid(v, l->outer, f) : f->value;
    const struct mz_left *left = mz_left_find(l->c, f->event->object);
    uint8_t mask = f->event->mask;

    if (!left)
        return contents;
    if (l->c->e_kind == MZ_ADD && mask == left->touched &&
        !mz_op_covers(v->list.hb->relation, MZ_ADD))
        return (contents + l->c->e_number) & mz_mask_room(mask);
    if (mask & left->touched & ~left->known)
        v->unsupported = MZ_REFUSAL_CAS_IN_PARTS;
    mask &= left->known;
    return (contents & ~mz_left_seen(mz_mask_bits(mask), f->event->mask)) |
           mz_left_seen(left->contents & mz_mask_bits(mask), f->event->mask);
}

/* What e has left of the object of a follower, which races with e, and which is
 * a lock or a semaphore. */
static uint64_t left_for(const struct mz_characterisation *c,
                         const struct mz_follower *f)
{
    struct mz_op_operand by_e = {
        .number = c->e_number,
        .thread = c->e.thread,
    };
    uint64_t state = c->found;

    if (mz_futex_is_change(c->e_kind))
        return mz_left_find(c, f->event->object)->contents;
    mz_op_automaton(f->kind)->after(c->e_kind, &state, &by_e);
    return state;
}

static bool races_as(const struct mz_sleep_check *v, const struct level *l,
                     const struct mz_follower *f, enum mz_op kind)
{
    return mz_follower_depends(&v->list, mz_accesses_of(l->c), l->c->e_accesses,
                               f, kind);
}

static enum mz_op kind_after(struct mz_sleep_check *, const struct level *,
                             const struct mz_follower *);

/*
 * The kind that a follower has where e has not been executed. An expression
 * that is inherited comes from executions in which the outer one's e has been
 * executed.
 */
static enum mz_op kind_before(struct mz_sleep_check *v, const struct level *l,
                              const struct mz_follower *f)
{
    return l->outer ? kind_after(v, l->outer, f) : f->kind;
}

/* The kind that it has just after e, if it is the first that races with e. */
static enum mz_op kind_after(struct mz_sleep_check *v, const struct level *l,
                             const struct mz_follower *f)
{
    struct mz_op_operand operand = mz_event_operand(f->event);

    if (!mz_relation_tells_outcomes(v->list.hb->relation) ||
        mz_event_more(f->event) ||
        !mz_op_may_fail(f->kind) ||
        !races_as(v, l, f, mz_op_succeeded(f->kind)))
        return kind_before(v, l, f);
    return mz_op_outcome(f->kind,
                         mz_op_is_memory(f->kind) ? overlaid(v, l, f)
                                                  : left_for(l->c, f),
                         &operand);
}

/* Would the follower succeed just after e, though it fails before e? */
static bool flips(struct mz_sleep_check *v, const struct level *l,
                  const struct mz_follower *f)
{
    return has_failed(kind_before(v, l, f)) && !has_failed(kind_after(v, l, f));
}

/* Does the follower race with e? It may do so with the kind that it has before
 * e; and it does if it flips, with the kind that it has after e. */
static bool may_race(struct mz_sleep_check *v, const struct level *l,
                     const struct mz_follower *f)
{
    return races_as(v, l, f, kind_before(v, l, f)) || flips(v, l, f);
}

/* Is the follower an await that e disables (struct delayed)? Then it conflicts
 * with no element. */
static bool is_delayed_here(struct mz_sleep_check *v, const struct level *l,
                            const struct mz_follower *f, enum mz_op kind)
{
    return mz_op_awaits_memory(kind) &&
           mz_left_find(l->c, f->event->object) && races_as(v, l, f, kind) &&
           !mz_event_is_enabled_in(f->event, overlaid(v, l, f));
}

/* UpdP, lines 30-36, for a follower that has this kind. */
static void place(struct mz_sleep_check *v, struct level *l, uint32_t slot,
                  enum mz_op kind)
{
    const struct mz_follower *f = &v->list.at[slot];
    const struct mz_element *elements = mz_elements_of(l->c);
    const struct mz_access *accesses = mz_accesses_of(l->c);
    uint32_t end = l->c->elements;
    bool delayed;

    l->segment[slot] = MZ_NONE;
    if (mz_op_is_unplanned(kind))
        return;
    delayed = is_delayed_here(v, l, f, kind);
    for (uint32_t i = 0; i < end; i++) {
        const struct mz_element *element = &elements[i];

        if (i == l->conflict[slot]) {
            l->is[slot] = IS_IN_CONFLICT;
        } else if (l->gone[i]) {
            continue;
        } else if (element->key.thread == f->key.thread) {
            if (element->key.number != f->key.number)
                continue;
            l->is[slot] =
                is_same(element, f, kind, accesses) ? IS_EQUAL : IS_IN_CONFLICT;
        } else if (!delayed && !element->delayed &&
                   mz_follower_depends(&v->list, accesses + element->accesses,
                                       element->access_count, f, kind)) {
            l->is[slot] = IS_IN_CONFLICT;
        } else {
            continue;
        }
        l->segment[slot] = element->segment;
        if (l->is[slot] == IS_EQUAL)
            l->gone[i] = true;
        else
            l->conflict[slot] = i;
        return;
    }
}

/* How many of the heads, from the first, happen before a follower. */
static uint32_t heads_before(const struct mz_sleep_check *v,
                             const struct level *l, uint32_t slot)
{
    uint32_t i = 0;

    while (i < l->c->schedules &&
           mz_follower_is_after(&v->list, &v->list.at[slot],
                                mz_contained_of(l->c)[i].head))
        i++;
    return i;
}

/* Is the follower an await that could not be executed before e? If nothing
 * inherits the expression it is executed before e here. */
static bool is_disabled(struct mz_sleep_check *v, const struct level *l,
                        const struct mz_follower *f)
{
    return mz_op_awaits_memory(f->kind) && l->outer &&
           !mz_event_is_enabled_in(f->event, overlaid(v, l->outer, f));
}

/* Lines 37-39: is it the head of a contained or conflicting schedule? */
static void block_own(struct mz_sleep_check *v, struct level *l, uint32_t slot)
{
    const struct mz_follower *f = &v->list.at[slot];
    bool flipping = flips(v, l, f);

    if (is_disabled(v, l, f))
        return;
    /* Schedules that flip come after all others. */
    if (l->flips && !flipping) {
        l->blocks[slot] = BLOCKS_READING;
        return;
    }
    if (flipping != l->flips)
        return;
    l->ours[slot] = true;
    if (l->is[slot] != IS_INDEPENDENT &&
        heads_before(v, l, slot) >= l->segment[slot])
        l->blocks[slot] =
            l->is[slot] == IS_EQUAL ? BLOCKS_CONTAINED : BLOCKS_CONFLICTING;
}

/* Does the follower race with e, and does no other one that does happen before
 * it? */
static bool is_first(struct mz_sleep_check *v, const struct level *l,
                     uint32_t slot)
{
    const struct mz_follower *f = &v->list.at[slot];

    return !l->met[slot] && !mz_key_is(f->key, l->c->e) &&
           !mz_follower_is_after(&v->list, f, l->c->head) && may_race(v, l, f);
}

/* Takes in a follower. May it be the head of a schedule that sleeps? */
static bool update(struct mz_sleep_check *v, struct level *l, uint32_t slot)
{
    const struct mz_follower *f = &v->list.at[slot];
    uint32_t p = mz_predecessors_begin(&v->list, slot);
    bool first;

    l->conflict[slot] = MZ_NONE;
    for (; p < v->list.predecessor_end[slot]; p++) {
        uint32_t before = v->list.predecessors[p];

        if (l->conflict[before] < l->conflict[slot])
            l->conflict[slot] = l->conflict[before];
        l->met[slot] |= l->met[before];
    }
    l->segment[slot] = MZ_NONE;
    if (!l->member[slot])
        return false;
    first = is_first(v, l, slot);
    place(v, l, slot, first ? kind_after(v, l, f) : kind_before(v, l, f));
    if (first)
        block_own(v, l, slot);
    if (first || mz_key_is(f->key, l->c->e) || may_race(v, l, f))
        l->met[slot] = true;
    return first && l->ours[slot];
}

static const uint8_t *blocks_of(struct mz_sleep_check *v,
                                const struct level *outer,
                                const struct mz_characterisation *c,
                                const uint8_t *member);

static uint8_t inherited(uint8_t inner, bool same)
{
    unsigned depth =
        inner < BLOCKS_INHERITED ? 0 : (inner - BLOCKS_INHERITED) / 2 + 1;

    return BLOCKS_INHERITED + 2 * (depth < 100 ? depth : 100) + same;
}

static bool is_in_tail(const struct mz_characterisation *c,
                       const struct mz_contained *s,
                       const struct mz_follower *f)
{
    const struct mz_pop_range *r = mz_ranges_of(c) + s->tail;

    for (uint32_t i = 0; f->own && i < s->tail_count; i++)
        if (r[i].thread == f->key.thread && r[i].first <= f->key.number &&
            f->key.number <= r[i].last)
            return true;
    return false;
}

/* UpdSE, lines 14-28: P[psi'] |> x, where psi' is of the i-th schedule. `done`
 * is the paper's D: a head of psi' is the follower, or happens before it. */
static void block_inherited(struct mz_sleep_check *v, struct level *l,
                            uint32_t i)
{
    uint8_t *member = take(v, v->list.count), *done = take(v, v->list.count);
    const uint8_t *inner;
    const struct mz_contained *s = &mz_contained_of(l->c)[i];
    const struct mz_characterisation *c =
        (const void *)(v->memory + s->characterisation);

    if (!member || !done)
        return;
    for (uint32_t slot = 0; slot < v->list.count; slot++)
        member[slot] = (l->member[slot] && l->segment[slot] > i) ||
                       is_in_tail(l->c, s, &v->list.at[slot]);
    inner = blocks_of(v, l, c, member);
    for (uint32_t slot = 0; inner && slot < v->list.count; slot++) {
        uint32_t p = mz_predecessors_begin(&v->list, slot);

        for (; p < v->list.predecessor_end[slot]; p++)
            if (done[v->list.predecessors[p]] > done[slot])
                done[slot] = done[v->list.predecessors[p]];
        if (!member[slot])
            continue;
        if (l->ours[slot] && !l->blocks[slot] && (inner[slot] || done[slot]) &&
            heads_before(v, l, slot) >= i)
            l->blocks[slot] =
                inherited(inner[slot] ? inner[slot] : done[slot], inner[slot]);
        if (inner[slot] > done[slot])
            done[slot] = inner[slot];
    }
}

/* For each follower, whether it is the head of a schedule that precedes the one
 * characterised, and why (BLOCKS_...). NULL: there is no room to tell. */
static const uint8_t *blocks_of(struct mz_sleep_check *v,
                                const struct level *outer,
                                const struct mz_characterisation *c,
                                const uint8_t *member)
{
    struct level l;
    size_t kept;
    bool any = false;

    if (!open_level(v, &l, outer, c, member))
        return NULL;
    for (uint32_t slot = 0; slot < v->list.count; slot++)
        any |= update(v, &l, slot);
    kept = v->scratch_used;
    for (uint32_t i = 0; any && i < c->schedules; i++)
        if (mz_contained_of(c)[i].characterisation) {
            block_inherited(v, &l, i);
            v->scratch_used = kept;
        }
    return l.blocks;
}

static void count_case(struct mz_cases *cases, unsigned why)
{
    unsigned depth;

    switch (why) {
    case BLOCKS_CONTAINED:
        cases->contained++;
        return;
    case BLOCKS_CONFLICTING:
        cases->conflicting++;
        return;
    case BLOCKS_READING:
        cases->reading++;
        return;
    default:
        depth = (why - BLOCKS_INHERITED) / 2;
        cases->inherited[depth < 3 ? depth : 3]++;
        cases->inherited_same += (why - BLOCKS_INHERITED) % 2;
    }
}

bool mz_sleep_check_blocks(struct mz_sleep_check *v,
                           const struct mz_characterisation *c, uint32_t from)
{
    uint8_t *member;
    const uint8_t *blocks;

    v->scratch_used = 0;
    member = take(v, v->list.count);
    if (!member)
        return false;
    for (uint32_t slot = 0; slot < v->list.count; slot++)
        member[slot] = !v->list.at[slot].own;
    blocks = blocks_of(v, NULL, c, member);
    for (uint32_t slot = from; blocks && slot < v->list.count; slot++)
        if (blocks[slot]) {
            count_case(&v->cases, blocks[slot]);
            return true;
        }
    return false;
}

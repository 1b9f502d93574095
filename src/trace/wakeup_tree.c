/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/wakeup_tree.h"

/* ---- the pool ------------------------------------------------------------ */

void mz_wakeup_pool_init(struct mz_wakeup_pool *pool, struct mz_arena *arena,
                         uint32_t event_capacity)
{
    size_t half = (arena->capacity - arena->used) / 2;
    size_t nodes = half / 4 * 3 / sizeof(struct mz_wakeup_node);
    size_t accesses = half / 4 / sizeof(struct mz_access);

    *pool = (struct mz_wakeup_pool){
        .used = 1,
        .capacity = nodes < UINT32_MAX ? nodes : UINT32_MAX,
        .accesses_used = 1,
        .access_capacity = accesses < UINT32_MAX ? accesses : UINT32_MAX,
    };
    pool->path = mz_arena_take(arena, event_capacity * sizeof *pool->path);
    pool->nodes = mz_arena_take(arena, nodes * sizeof *pool->nodes);
    pool->accesses = mz_arena_take(arena, accesses * sizeof *pool->accesses);
}

/* A block of 2^size_class accesses; a free one names the next in `object`. */
static unsigned size_class(uint32_t count)
{
    return count < 2 ? 0 : 32 - __builtin_clz(count - 1);
}

static uint32_t take_accesses(struct mz_wakeup_pool *pool, uint32_t count)
{
    unsigned c = size_class(count);
    uint32_t block;

    MZ_ASSERT(c < MZ_ACCESS_CLASSES);
    block = pool->free_accesses[c];
    if (block) {
        pool->free_accesses[c] = pool->accesses[block].object;
        return block;
    }
    if (pool->access_capacity - pool->accesses_used < 1u << c)
        return 0;
    block = pool->accesses_used;
    pool->accesses_used += 1u << c;
    return block;
}

static uint32_t take_node(struct mz_wakeup_pool *pool)
{
    uint32_t node = pool->free;

    if (node)
        pool->free = pool->nodes[node].next;
    else if (pool->used < pool->capacity)
        node = pool->used++;
    return node;
}

static unsigned more_of(const struct mz_wakeup_event *e)
{
    return mz_op_is_local(e->kind) ? 0 : e->bound;
}

static void shorten(const struct mz_event *e, struct mz_wakeup_event *to)
{
    *to = (struct mz_wakeup_event){
        .thread = e->thread,
        .kind = e->kind,
        .mask = e->mask,
        .object = e->object,
        .value = e->value,
        .bound = e->bound,
    };
}

static void lengthen(const struct mz_wakeup_event *e, struct mz_event *to)
{
    *to = (struct mz_event){
        .thread = e->thread,
        .kind = e->kind,
        .mask = e->mask,
        .object = e->object,
        .value = e->value,
        .more = e->more,
        .bound = e->bound,
    };
}

static uint32_t new_leaf(struct mz_wakeup_pool *pool, const struct mz_event *e,
                         const struct mz_access *more)
{
    unsigned count = mz_event_more(e);
    uint32_t node = take_node(pool);
    struct mz_wakeup_node *n = &pool->nodes[node];

    if (!node)
        return 0;
    *n = (struct mz_wakeup_node){.size = 1};
    shorten(e, &n->event);
    if (!count)
        return node;
    n->event.more = take_accesses(pool, count);
    if (!n->event.more) {
        n->event.bound = 0;
        mz_wakeup_release(pool, node);
        return 0;
    }
    for (unsigned i = 0; i < count; i++)
        pool->accesses[n->event.more + i] = more[i];
    return node;
}

void mz_wakeup_release(struct mz_wakeup_pool *pool, uint32_t node)
{
    struct mz_wakeup_node *n = &pool->nodes[node];
    unsigned count = more_of(&n->event);

    if (count) {
        unsigned c = size_class(count);

        pool->accesses[n->event.more].object = pool->free_accesses[c];
        pool->free_accesses[c] = n->event.more;
    }
    n->next = pool->free;
    n->size = 0;
    pool->free = node;
}

void mz_wakeup_release_tree(struct mz_wakeup_pool *pool, mz_branches branches)
{
    while (branches) {
        uint32_t node = branches;
        struct mz_wakeup_node *n = &pool->nodes[node];

        if (n->branches) { /* what is below goes first */
            uint32_t below = n->branches;

            n->branches = pool->nodes[below].next;
            pool->nodes[below].next = branches;
            branches = below;
            continue;
        }
        branches = n->next;
        mz_wakeup_release(pool, node);
    }
}

/* ---- taking branches ----------------------------------------------------- */

uint32_t mz_wakeup_take(struct mz_wakeup_pool *pool, mz_branches *branches)
{
    uint32_t node = *branches;

    MZ_ASSERT(node);
    *branches = pool->nodes[node].next;
    return node;
}

uint32_t mz_wakeup_take_value(struct mz_wakeup_pool *pool,
                              mz_branches *branches, uint32_t value)
{
    for (; *branches; branches = &pool->nodes[*branches].next) {
        MZ_ASSERT(pool->nodes[*branches].event.kind == MZ_CHOOSE);
        if (pool->nodes[*branches].event.value == value)
            return mz_wakeup_take(pool, branches);
    }
    return 0;
}

/* ---- inserting ----------------------------------------------------------- */

/* Is the branch no weak initial of w, for a reason that need not be marked, or
 * need not be marked yet? (Most insertions add nothing.) */
static bool pass_by(struct mz_wakeup_pool *pool, uint32_t branch,
                    struct mz_sequence *w)
{
    const struct mz_wakeup_event *e = &pool->nodes[branch].event;
    struct mz_access access = {e->object, e->mask, e->kind};

    if (mz_sequence_ends_against(w, e->thread, access))
        return true;
    if (pool->passed_count == MZ_MAX_PASSED ||
        !mz_sequence_is_led_against(w, e->thread))
        return false;
    pool->passed[pool->passed_count++] = (struct mz_wakeup_passed){
        .branch = branch,
        .from = w->from,
        .drops = w->drops,
    };
    return true;
}

static void mark_passed(struct mz_wakeup_pool *pool, struct mz_sequence *w)
{
    for (unsigned i = 0; i < pool->passed_count; i++) {
        const struct mz_wakeup_passed *passed = &pool->passed[i];
        struct mz_event p;

        lengthen(&pool->nodes[passed->branch].event, &p);
        mz_sequence_mark_reason(w, &p, pool->accesses + p.more, passed->from,
                                passed->drops);
    }
}

static enum mz_meeting meet(const struct mz_wakeup_pool *pool, uint32_t branch,
                            struct mz_sequence *w)
{
    enum mz_meeting how;
    struct mz_event p;
    uint32_t witness;

    lengthen(&pool->nodes[branch].event, &p);
    how = mz_sequence_meet(w, &p, pool->accesses + p.more, &witness);
    if (how == MZ_IS_NO_WEAK_INITIAL)
        mz_sequence_mark(w, witness);
    return how;
}

static enum mz_meeting meet_branch(struct mz_wakeup_pool *pool, uint32_t branch,
                                   struct mz_sequence *w)
{
    const struct mz_wakeup_event *p = &pool->nodes[branch].event;

    if (p->kind == MZ_CHOOSE)
        return meet(pool, branch, w);
    if (mz_sequence_is_led_by(w, p->thread))
        return MZ_IS_INITIAL;
    return pass_by(pool, branch, w) ? MZ_IS_NO_WEAK_INITIAL
                                    : meet(pool, branch, w);
}

/*
 * The first branch p, in order, such that p.v ~[E] w may hold for some v: p is
 * a weak initial of w (Lemma 4.6). 0: there is none. Why the branches passed by
 * are none is marked, or noted to be marked later.
 */
static uint32_t consistent_branch(struct mz_wakeup_pool *pool,
                                  mz_branches branches, struct mz_sequence *w)
{
    for (uint32_t b = branches; b; b = pool->nodes[b].next) {
        const struct mz_wakeup_event *p = &pool->nodes[b].event;

        switch (meet_branch(pool, b, w)) {
        case MZ_IS_INITIAL:
            mz_sequence_drop(w, p->thread);
            return b;
        case MZ_IS_INDEPENDENT:
            return b;
        case MZ_IS_NO_WEAK_INITIAL:
            continue;
        }
    }
    return 0;
}

/* Adds the marked rest of w as a chain, after all the branches that there are.
 * Returns the number of its nodes. */
static uint32_t add_leaf(struct mz_wakeup_pool *pool, mz_branches *branches,
                         struct mz_sequence *w)
{
    mz_branches chain = 0, *end = &chain;
    const struct mz_event *e;
    uint32_t count = 0;

    while ((e = mz_sequence_take(w))) {
        uint32_t node = new_leaf(pool, e, mz_sequence_more(w, e));

        if (!node) {
            mz_wakeup_release_tree(pool, chain);
            pool->exhausted = true;
            return 0;
        }
        *end = node;
        end = &pool->nodes[node].branches;
        count++;
    }
    for (uint32_t b = chain, below = count; b; b = pool->nodes[b].branches)
        pool->nodes[b].size = below--;
    while (*branches)
        branches = &pool->nodes[*branches].next;
    *branches = chain;
    return count;
}

uint32_t mz_wakeup_insert(struct mz_wakeup_pool *pool, mz_branches *branches,
                          struct mz_sequence *w)
{
    uint32_t depth = 0, count, b;

    pool->passed_count = 0;
    while ((b = consistent_branch(pool, *branches, w))) {
        branches = &pool->nodes[b].branches;
        if (!*branches)
            return 0;      /* a leaf that w is consistent with */
        if (!mz_tset_some(w->threads)) { /* and with all leaves below */
            mz_sequence_reach_all(w);
            return 0;
        }
        pool->path[depth++] = b;
    }
    mark_passed(pool, w);
    mz_sequence_mark(w, w->count - 1);
    mz_sequence_mark_before(w);
    count = add_leaf(pool, branches, w);
    while (depth)
        pool->nodes[pool->path[--depth]].size += count;
    return count;
}

#if MZ_CHECK >= 1
bool mz_wakeup_is_unused(const struct mz_wakeup_pool *pool)
{
    uint32_t nodes = 1, accesses = 1;

    for (uint32_t n = pool->free; n; n = pool->nodes[n].next)
        nodes++;
    for (unsigned c = 0; c < MZ_ACCESS_CLASSES; c++)
        for (uint32_t b = pool->free_accesses[c]; b;
             b = pool->accesses[b].object)
            accesses += 1u << c;
    return nodes == pool->used && accesses == pool->accesses_used;
}

void mz_wakeup_check(const struct mz_wakeup_pool *pool, mz_branches branches)
{
    for (uint32_t b = branches; b; b = pool->nodes[b].next) {
        const struct mz_wakeup_node *n = &pool->nodes[b];
        uint32_t size = 1;

        MZ_ASSERT(n->size); /* else it is free */
        for (uint32_t c = n->branches; c; c = pool->nodes[c].next)
            size += pool->nodes[c].size;
        MZ_ASSERT(n->size == size);
        mz_wakeup_check(pool, n->branches);
    }
}
#endif

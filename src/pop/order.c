/* SPDX-License-Identifier: Apache-2.0 */
#include "pop/order.h"

enum {
    EVENTS = MZ_POP_ORDER_EVENTS,
    KNOWN = EVENTS + MZ_MAX_THREADS,
    NO_KIND = EVENTS, /* of what is not known */
    NONE = 0xffff,    /* conflicts with it */
    FAR = 1000,       /* away is who cannot go on */
};

void mz_pop_order_init(struct mz_pop_order *o, struct mz_arena *arena,
                       uint32_t capacity, enum mz_relation relation)
{
    size_t n = (size_t)capacity + 1;

    *o = (struct mz_pop_order){.relation = relation};
    o->turns = mz_arena_take(arena, EVENTS * sizeof *o->turns);
    o->known = mz_arena_take(arena, KNOWN * sizeof *o->known);
    o->accesses = mz_arena_take(arena, EVENTS * sizeof *o->accesses);
    o->threads_of = mz_arena_take(arena, EVENTS * sizeof *o->threads_of);
    o->conflicts =
        mz_arena_take(arena, (size_t)EVENTS * KNOWN * sizeof *o->conflicts);
    o->moved = mz_arena_take(arena, n * sizeof *o->moved);
}

/* ---- what is learnt ------------------------------------------------------ */

static bool add(struct mz_pop_order *o, const struct mz_event *e)
{
    struct mz_access a = mz_event_access(e);

    if (mz_op_is_local(e->kind))
        return true;
    if (o->length == EVENTS)
        return false;
    o->turns[o->length++] =
        (struct mz_pop_turn){a.object, a.mask, a.kind, e->thread};
    return true;
}

static bool add_all(struct mz_pop_order *o, const struct mz_execution *x)
{
    for (uint32_t i = 0; i < x->length; i++)
        if (!add(o, &x->events[i]))
            return false;
    MZ_EACH(rest, x->waiting)
        if (!add(o, &x->pending[mz_tset_first(rest)]))
            return false;
    return true;
}

static uint16_t kind_of(struct mz_pop_order *o, struct mz_access a)
{
    for (uint32_t k = 0; k < o->kinds; k++) {
        struct mz_access b = o->accesses[k];

        if (a.object == b.object && a.mask == b.mask && a.kind == b.kind)
            return k;
    }
    o->accesses[o->kinds] = a;
    return o->kinds++;
}

/* Sets `first`, and what of `known` does not depend on others. */
static void sort_by_thread(struct mz_pop_order *o)
{
    uint32_t count[MZ_MAX_THREADS] = {0};

    o->kinds = 0;
    o->threads = MZ_TSET_EMPTY;
    for (uint32_t i = 0; i < o->length; i++) {
        mz_tset_add(&o->threads, o->turns[i].thread);
        count[o->turns[i].thread]++;
    }
    o->first[0] = 0;
    for (unsigned t = 0; t < MZ_MAX_THREADS; t++) {
        o->next[t] = o->first[t];
        o->first[t + 1] = o->first[t] + count[t] + 1;
        o->known[o->first[t + 1] - 1] = (struct mz_pop_known){.kind = NO_KIND};
    }
    for (uint32_t i = 0; i < o->length; i++) {
        const struct mz_pop_turn *turn = &o->turns[i];
        struct mz_access a = {turn->object, turn->mask, turn->kind};

        o->known[o->next[turn->thread]++] = (struct mz_pop_known){
            .kind = kind_of(o, a),
            .waits = mz_op_blocks(turn->kind),
        };
    }
}

static uint16_t *conflicts_of(const struct mz_pop_order *o, uint32_t kind)
{
    return o->conflicts + (size_t)kind * KNOWN;
}

/* What gives back lets others go on that have to wait, but does not race. */
static bool may_race(const struct mz_pop_order *o, struct mz_access a,
                     struct mz_access b)
{
    return mz_access_depends(o->relation, a, b) &&
           !(mz_op_gives(a.kind) && mz_op_blocks(b.kind)) &&
           !(mz_op_gives(b.kind) && mz_op_blocks(a.kind));
}

static void find_conflicts(struct mz_pop_order *o, uint32_t kind, mz_tid t)
{
    uint16_t *conflicts = conflicts_of(o, kind);
    uint32_t k = o->first[t + 1] - 1;

    conflicts[k] = NONE;
    while (k-- > o->first[t])
        conflicts[k] = may_race(o, o->accesses[kind],
                                o->accesses[o->known[k].kind])
                           ? k
                           : conflicts[k + 1];
    if (conflicts[o->first[t]] != NONE)
        mz_tset_add(&o->threads_of[kind], t);
}

static void count_alone(struct mz_pop_order *o, mz_tid t)
{
    for (uint32_t k = o->first[t + 1] - 1; k-- > o->first[t];) {
        mz_tset others = o->threads_of[o->known[k].kind];

        mz_tset_remove(&others, t);
        o->known[k].alone =
            mz_tset_some(others) ? 0 : o->known[k + 1].alone + 1;
    }
}

/* Thread t does that next, of `known`. */
static void come_to(struct mz_pop_order *o, mz_tid t, uint32_t next)
{
    o->next[t] = next;
    if (o->known[next].alone)
        mz_tset_add(&o->alone, t);
    else
        mz_tset_remove(&o->alone, t);
}

static void understand(struct mz_pop_order *o)
{
    sort_by_thread(o);
    for (uint32_t kind = 0; kind < o->kinds; kind++) {
        o->threads_of[kind] = MZ_TSET_EMPTY;
        MZ_EACH(rest, o->threads)
            find_conflicts(o, kind, mz_tset_first(rest));
    }
    MZ_EACH(rest, o->threads)
        count_alone(o, mz_tset_first(rest));
    o->counted = 0;
    for (unsigned t = 0; t < MZ_MAX_THREADS; t++)
        come_to(o, t, o->first[t]);
}

bool mz_pop_order_learn(struct mz_pop_order *o, const struct mz_execution *x)
{
    o->length = 0;
    if (!add_all(o, x))
        o->length = 0;
    understand(o);
    return o->length;
}

void mz_pop_order_forget(struct mz_pop_order *o)
{
    o->length = 0;
    o->counted = 0;
}

void mz_pop_order_take(struct mz_pop_order *o, const struct mz_pop_turn *turns,
                       uint32_t length)
{
    size_t size = length * sizeof *turns;

    MZ_ASSERT(length <= EVENTS);
    mz_pop_order_cut(o, 0);
    if (o->length == length && !mz_compare(o->turns, turns, size))
        return;
    mz_copy(o->turns, turns, size);
    o->length = length;
    understand(o);
}

/* ---- how far each thread has come ---------------------------------------- */

static bool is_known_next(const struct mz_pop_order *o, mz_tid t)
{
    return o->known[o->next[t]].kind != NO_KIND;
}

void mz_pop_order_cut(struct mz_pop_order *o, uint32_t length)
{
    while (o->counted > length) {
        mz_tid t = o->moved[--o->counted];

        if (t != MZ_NO_THREAD)
            come_to(o, t, o->next[t] - 1);
    }
}

static void count(struct mz_pop_order *o, const struct mz_execution *x)
{
    mz_pop_order_cut(o, x->length);
    while (o->counted < x->length) {
        const struct mz_event *e = &x->events[o->counted];
        bool moves = !mz_op_is_local(e->kind) && is_known_next(o, e->thread);

        if (moves)
            come_to(o, e->thread, o->next[e->thread] + 1);
        o->moved[o->counted++] = moves ? e->thread : MZ_NO_THREAD;
    }
}

/* ---- whose turn it is ---------------------------------------------------- */

/* How far thread u is from what conflicts with a kind of access, plus one; 0:
 * it never comes to that. */
MZ_INLINED uint32_t distance_of(const struct mz_pop_order *o, mz_tid u,
                                const uint16_t *conflicts, mz_tset threads)
{
    uint32_t next = o->next[u], k = conflicts[next], d = k - next + 1;

    if (k == NONE)
        return 0;
    return mz_tset_has(threads, u) || (d == 1 && o->known[k].waits) ? d
                                                                    : d + FAR;
}

/* The largest of other threads to what the thread does next; 0: that conflicts
 * with nothing that is to come. If it is not less than `most`, that is all that
 * is known of what is returned. */
MZ_INLINED uint32_t distance(const struct mz_pop_order *o, mz_tid t,
                             mz_tset threads, uint32_t most)
{
    uint32_t kind = o->known[o->next[t]].kind, largest = 0;

    if (kind == NO_KIND)
        return MZ_NONE;
    MZ_EACH(rest, mz_tset_without(o->threads_of[kind], t)) {
        uint32_t d = distance_of(o, mz_tset_first(rest), conflicts_of(o, kind),
                                 threads);

        if (d >= most)
            return d;
        if (d > largest)
            largest = d;
    }
    return largest;
}

static mz_tid nearest(const struct mz_pop_order *o, mz_tset threads,
                      mz_tid best)
{
    uint32_t least = distance(o, best, threads, MZ_NONE);

    MZ_EACH(rest, mz_tset_without(threads, best)) {
        mz_tid t = mz_tset_first(rest);
        uint32_t d;

        if (!least)
            break;
        d = distance(o, t, threads, least);
        if (d < least) {
            least = d;
            best = t;
        }
    }
    return best;
}

mz_tid mz_pop_order_choose(struct mz_pop_order *o, const struct mz_execution *x,
                           mz_tset threads, mz_tid best, uint32_t *goes_on)
{
    mz_tset alone;

    *goes_on = 0;
    if (mz_tset_equal(threads, mz_tset_of(best)))
        return best;
    count(o, x);
    if (!is_known_next(o, best)) {
        *goes_on = MZ_NONE;
        return best;
    }
    alone = mz_tset_and(threads, o->alone);
    if (!mz_tset_some(alone))
        return nearest(o, threads, best);
    if (!mz_tset_has(alone, best))
        best = mz_tset_first(alone);
    *goes_on = o->known[o->next[best]].alone - 1;
    return best;
}

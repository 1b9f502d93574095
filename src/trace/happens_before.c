/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/happens_before.h"

void mz_happens_before_init(struct mz_happens_before *hb,
                            struct mz_arena *arena,
                            const struct mz_execution *execution,
                            enum mz_relation relation)
{
    size_t n = execution->capacity;

    *hb = (struct mz_happens_before){
        .relation = relation,
        .width = 4,
    };
    hb->clocks = mz_arena_take(arena, n * MZ_MAX_THREADS * sizeof(uint32_t));
    hb->previous = mz_arena_take(arena, n * sizeof(uint32_t));
    hb->others = mz_arena_take(arena, n * sizeof(uint32_t));
    hb->behind = mz_arena_take(arena, n * sizeof(uint32_t));
    hb->more_behind =
        mz_arena_take(arena, execution->access_capacity * sizeof(uint32_t));
    hb->more_event =
        mz_arena_take(arena, execution->access_capacity * sizeof(uint32_t));
    hb->latest =
        mz_arena_take(arena, execution->object_capacity * sizeof(uint32_t));
    hb->races = mz_arena_take(arena, n * MZ_MAX_THREADS * sizeof(uint32_t));
    hb->races_begin = mz_arena_take(arena, (n + 1) * sizeof(uint32_t));
    for (unsigned t = 0; t < MZ_MAX_THREADS; t++)
        hb->last[t] = MZ_NONE;
}

void mz_happens_before_truncate(struct mz_happens_before *hb,
                                const struct mz_execution *execution,
                                uint32_t length)
{
    hb->changes++;
    while (hb->length > length) {
        uint32_t j = --hb->length;
        const struct mz_event *e = &execution->events[j];
        uint32_t previous = hb->previous[j];

        for (unsigned k = mz_event_more(e); k-- > 0;)
            hb->latest[execution->accesses[e->more + k].object] =
                hb->more_behind[e->more + k] + 1;
        if (e->object != MZ_NONE)
            hb->latest[e->object] = hb->behind[j] + 1;
        if (previous != MZ_NONE &&
            execution->events[previous].thread != e->thread)
            previous = MZ_NONE; /* it was the birth */
        hb->last[e->thread] = previous;
    }
}

uint32_t mz_happens_before_birth(const struct mz_happens_before *hb,
                                 const struct mz_execution *execution, mz_tid t)
{
    uint32_t event = hb->last[t];

    /* A thread began where its parent stood, and that one, if it had done
     * nothing either, where its own parent stood. */
    for (; event == MZ_NONE && t != MZ_NO_THREAD;
         t = execution->births[t].parent)
        event = execution->births[t].event;
    return event;
}

/* Clocks by the lane: positions are below 2^31, so a signed comparison will do,
 * which SSE2 has. */
typedef int32_t lane __attribute__((vector_size(16), may_alias));
enum { LANE = sizeof(lane) / sizeof(uint32_t) };

static void join_clock(uint32_t *to, const uint32_t *from, uint32_t width)
{
    lane *a = (lane *)to;
    const lane *b = (const lane *)from;
    uint32_t i = 0;

    do {
        lane later = a[i] > b[i];

        a[i] = (a[i] & later) | (b[i] & ~later);
    } while (MZ_UNLIKELY(++i < width / LANE));
}

static void copy_clock(uint32_t *to, const uint32_t *from, uint32_t width)
{
    uint32_t i = 0;

    do
        ((lane *)to)[i] = ((const lane *)from)[i];
    while (MZ_UNLIKELY(++i < width / LANE));
}

/* ---- what an access depends on ------------------------------------------- */

/* Does all happen before the earlier access, or before the later one's thread
 * comes to it, that the later access could depend on in the bytes of the
 * earlier one? What a read depends on happens before its thread's last like it.
 */
static inline bool ends_search(enum mz_relation relation,
                               struct mz_access earlier, struct mz_access later,
                               bool same_thread)
{
    return mz_op_covers(relation, earlier.kind) ||
           (same_thread && earlier.kind == later.kind &&
            earlier.mask == later.mask);
}

/* The same as mz_happens_before_dependences, looking from this access on. */
static unsigned dependences_from(const struct mz_happens_before *hb,
                                 const struct mz_execution *execution,
                                 mz_tid thread, struct mz_access access,
                                 uint32_t from, uint32_t at,
                                 uint32_t dependences[MZ_MAX_THREADS])
{
    unsigned count = 0;
    uint8_t uncovered = access.mask;
    mz_tset seen = MZ_TSET_EMPTY;

    for (uint32_t i = from; i != MZ_NONE && uncovered;
         i = mz_access_behind(hb, i)) {
        struct mz_access earlier = mz_access_named(execution, i);
        uint32_t e = mz_access_event(hb, i);
        mz_tid t = execution->events[e].thread;

        if (e >= at || !(earlier.mask & uncovered))
            continue;
        if (!mz_tset_has(seen, t) &&
            mz_op_depends(hb->relation, earlier.kind, earlier.mask, access.kind,
                          access.mask)) {
            mz_tset_add(&seen, t);
            dependences[count++] = e;
        }
        if (ends_search(hb->relation, earlier, access, t == thread))
            uncovered &= ~earlier.mask;
    }
    return count;
}

/* From where to look for accesses before a position: what comes after it is
 * passed over, if the event there says what was before it. */
static inline uint32_t latest_before(const struct mz_happens_before *hb,
                                     const struct mz_execution *execution,
                                     uint32_t object, uint32_t at)
{
    bool own = at < hb->length && execution->events[at].object == object;

    return own ? hb->behind[at] : mz_access_latest(hb, object);
}

unsigned mz_happens_before_dependences(const struct mz_happens_before *hb,
                                       const struct mz_execution *execution,
                                       mz_tid thread, struct mz_access access,
                                       uint32_t at,
                                       uint32_t dependences[MZ_MAX_THREADS])
{
    return access.object == MZ_NONE
               ? 0
               : dependences_from(hb, execution, thread, access,
                                  latest_before(hb, execution, access.object,
                                                at),
                                  at, dependences);
}

uint32_t mz_happens_before_acquisition(const struct mz_happens_before *hb,
                                       const struct mz_execution *execution,
                                       uint32_t object, uint32_t at)
{
    uint32_t i = latest_before(hb, execution, object, at);

    while (i != MZ_NONE &&
           (mz_access_event(hb, i) >= at ||
            !mz_op_acquires(mz_access_named(execution, i).kind)))
        i = mz_access_behind(hb, i);
    return i == MZ_NONE ? i : mz_access_event(hb, i);
}

/* Of each thread only the latest event counts: the others happen before. */
static unsigned keep_latest(const struct mz_execution *execution,
                            uint32_t *dependences, unsigned count, uint32_t e)
{
    mz_tid t = execution->events[e].thread;

    for (unsigned i = 0; i < count; i++)
        if (execution->events[dependences[i]].thread == t) {
            if (dependences[i] < e)
                dependences[i] = e;
            return count;
        }
    dependences[count] = e;
    return count + 1;
}

unsigned mz_happens_before_known(const struct mz_happens_before *hb,
                                 const struct mz_execution *execution,
                                 uint32_t event,
                                 uint32_t dependences[MZ_MAX_THREADS])
{
    const struct mz_event *e = &execution->events[event];
    unsigned count = 0;

    if (e->object != MZ_NONE)
        count = dependences_from(hb, execution, e->thread, mz_event_access(e),
                                 hb->behind[event], event, dependences);
    for (unsigned a = e->more; a < e->more + mz_event_more(e); a++) {
        uint32_t others[MZ_MAX_THREADS];
        unsigned n =
            dependences_from(hb, execution, e->thread, execution->accesses[a],
                             hb->more_behind[a], event, others);

        for (unsigned i = 0; i < n; i++)
            count = keep_latest(execution, dependences, count, others[i]);
    }
    return count;
}

/* ---- clocks, and races --------------------------------------------------- */

/* An event whose clock is being found. */
struct extension {
    uint32_t position;
    const struct mz_event *event;
    uint32_t *clock;
    uint32_t *races;
    unsigned count; /* of races */
    uint32_t other; /* see `others` */
};

/* That event, and all that happens before it, happens before the one at hand.
 */
static inline void join_event(const struct mz_happens_before *hb,
                              struct extension *x, uint32_t before)
{
    join_clock(x->clock, mz_happens_before_clock(hb, before), hb->width);
    if (before + 1 > x->other)
        x->other = before + 1;
}

static MZ_NOINLINE void add_race(const struct mz_happens_before *hb,
                                 struct extension *x, uint32_t e)
{
    join_event(hb, x, e);
    x->races[x->count++] = e;
}

/*
 * For an event of one access. Its dependences are met from the latest back; so
 * one of which the clock knows already happens before the thread comes to the
 * event, or before one that was met. It is no race, nor has the clock anything
 * to learn from it.
 *
 * What is met follows no pattern, and this is the innermost loop of the search;
 * so it does not branch on what it finds, as far as it can.
 */
static MZ_NOINLINE void join_access(const struct mz_happens_before *hb,
                                    const struct mz_execution *execution,
                                    struct extension *x)
{
    const struct mz_dependence *rows = mz_op_rows(hb->relation);
    const struct mz_event *later = x->event;
    const unsigned mask = later->mask, kind = later->kind;
    unsigned uncovered = mask;
    uint32_t i = mz_access_latest(hb, later->object);

    while (i != MZ_NONE && uncovered) {
        struct mz_met met = mz_access_meet(hb, execution, i);
        mz_tid t = execution->events[met.event].thread;
        bool ends =
            rows[met.kind].covers |
            ((t == later->thread) & (met.kind == kind) & (met.mask == mask));

        i = met.behind;
        if (MZ_UNLIKELY((x->clock[t] <= met.event) & !!(met.mask & uncovered) &&
                        mz_op_depends_by(rows, met.kind, met.mask, kind, mask)))
            add_race(hb, x, met.event);
        uncovered &= ends ? ~met.mask : ~0U;
    }
}

/* Is dependences[i] an immediate causal predecessor: does it happen before none
 * of the others? */
static bool is_immediate(const struct mz_happens_before *hb,
                         const struct mz_execution *execution,
                         const uint32_t *dependences, unsigned count,
                         unsigned i)
{
    mz_tid t = execution->events[dependences[i]].thread;

    for (unsigned k = 0; k < count; k++)
        if (dependences[k] > dependences[i] &&
            mz_happens_before(hb, dependences[i], t, dependences[k]))
            return false;
    return true;
}

/* For an event of several accesses, which are linked already. */
static MZ_NOINLINE void join_accesses(const struct mz_happens_before *hb,
                                      const struct mz_execution *execution,
                                      struct extension *x)
{
    uint32_t dependences[MZ_MAX_THREADS];
    unsigned count =
        mz_happens_before_known(hb, execution, x->position, dependences);

    for (unsigned i = 0; i < count; i++) {
        uint32_t e = dependences[i];

        if (x->clock[execution->events[e].thread] <= e &&
            is_immediate(hb, execution, dependences, count, i))
            x->races[x->count++] = e;
    }
    for (unsigned i = 0; i < x->count; i++)
        join_event(hb, x, x->races[i]);
}

/* Puts the accesses of an event after all others to their objects. */
static inline void link_accesses(struct mz_happens_before *hb,
                                 const struct mz_execution *execution,
                                 const struct extension *x)
{
    const struct mz_event *e = x->event;

    if (e->object != MZ_NONE) {
        hb->behind[x->position] = mz_access_latest(hb, e->object);
        hb->latest[e->object] = x->position + 1;
    }
    for (unsigned k = 0; k < mz_event_more(e); k++) {
        uint32_t a = e->more + k;

        hb->more_event[a] = x->position;
        hb->more_behind[a] =
            mz_access_latest(hb, execution->accesses[a].object);
        hb->latest[execution->accesses[a].object] = (a | MZ_MORE) + 1;
    }
}

static inline void join_dependences(struct mz_happens_before *hb,
                                    const struct mz_execution *execution,
                                    struct extension *x)
{
    if (MZ_UNLIKELY(mz_event_more(x->event))) {
        link_accesses(hb, execution, x);
        join_accesses(hb, execution, x);
    } else if (x->event->object != MZ_NONE) {
        join_access(hb, execution, x);
        link_accesses(hb, execution, x);
    }
}

/* Begins the clock with what comes before the event in its thread. */
static inline void begin_clock(struct mz_happens_before *hb,
                               const struct mz_execution *execution,
                               struct extension *x)
{
    mz_tid t = x->event->thread;
    uint32_t last = hb->last[t];

    if (MZ_LIKELY(last != MZ_NONE)) {
        copy_clock(x->clock, mz_happens_before_clock(hb, last), hb->width);
        x->other = hb->others[last];
    } else {
        last = mz_happens_before_birth(hb, execution, t);
        mz_fill(x->clock, 0, hb->width * sizeof *x->clock);
        if (last != MZ_NONE)
            join_event(hb, x, last);
    }
    hb->previous[x->position] = last;
}

/* Joins with what the event's value, a thread, has done so far. */
static void join_thread(const struct mz_happens_before *hb,
                        const struct mz_execution *execution,
                        struct extension *x)
{
    uint32_t end = mz_happens_before_previous(hb, execution, x->event->value);

    if (end != MZ_NONE && execution->events[end].thread != x->event->thread)
        join_event(hb, x, end);
}

/* The races of the event are put where those of the last one end. */
static inline void extend_by_one(struct mz_happens_before *hb,
                                 const struct mz_execution *execution,
                                 uint32_t j)
{
    struct extension x = {
        .position = j,
        .event = &execution->events[j],
        .clock = hb->clocks + (size_t)j * hb->width,
        .races = hb->races + hb->races_begin[j],
    };

    begin_clock(hb, execution, &x);
    join_dependences(hb, execution, &x);
    if (mz_event_is_after_thread(x.event))
        join_thread(hb, execution, &x);
    x.clock[x.event->thread] = j + 1;
    hb->others[j] = x.other;
    hb->races_begin[j + 1] = hb->races_begin[j] + x.count;
    hb->last[x.event->thread] = j;
    hb->length = j + 1;
}

/* Clocks get wider when a thread appears that they have no room for. */
static void widen(struct mz_happens_before *hb,
                  const struct mz_execution *execution)
{
    unsigned threads = mz_tset_end(execution->born);

    if (threads <= hb->width)
        return;
    mz_happens_before_truncate(hb, execution, 0);
    hb->width = (threads + LANE - 1) / LANE * LANE;
}

void mz_happens_before_extend(struct mz_happens_before *hb,
                              const struct mz_execution *execution)
{
    mz_happens_before_extend_to(hb, execution, execution->length);
}

void mz_happens_before_extend_to(struct mz_happens_before *hb,
                                 const struct mz_execution *execution,
                                 uint32_t length)
{
    widen(hb, execution);
    hb->changes++;
    while (hb->length < length)
        extend_by_one(hb, execution, hb->length);
#if MZ_CHECK >= 2
    mz_happens_before_check(hb, execution);
#endif
}

#if MZ_CHECK >= 2
static bool accesses_depend(const struct mz_happens_before *hb,
                            const struct mz_execution *x, uint32_t i,
                            uint32_t j)
{
    for (unsigned a = 0; a <= mz_event_more(&x->events[i]); a++)
        for (unsigned b = 0; b <= mz_event_more(&x->events[j]); b++) {
            struct mz_access p = mz_access_named(
                x, a ? (x->events[i].more + a - 1) | MZ_MORE : i);
            struct mz_access q = mz_access_named(
                x, b ? (x->events[j].more + b - 1) | MZ_MORE : j);

            if (mz_access_depends(hb->relation, p, q))
                return true;
        }
    return false;
}

static bool born_after(const struct mz_execution *x, mz_tid t, mz_tid ancestor,
                       uint32_t i)
{
    uint32_t limit = MZ_NONE; /* the ancestor's events after it do not count */

    while (t != ancestor) {
        if (x->births[t].parent == MZ_NO_THREAD)
            return false;
        limit = x->births[t].event;
        t = x->births[t].parent;
        if (limit != MZ_NONE && x->events[limit].thread != t)
            return false;
        if (limit == MZ_NONE && t == ancestor)
            return false;
    }
    return i <= limit;
}

static bool ordered_directly(const struct mz_happens_before *hb,
                             const struct mz_execution *x, uint32_t i,
                             uint32_t j)
{
    const struct mz_event *p = &x->events[i], *q = &x->events[j];

    return p->thread == q->thread || accesses_depend(hb, x, i, j) ||
           born_after(x, q->thread, p->thread, i) ||
           (mz_event_is_after_thread(q) && q->value == p->thread);
}

/* Are the races of event j what they are said to be? */
static void check_races(const struct mz_happens_before *hb,
                        const struct mz_execution *x, uint32_t j)
{
    uint32_t all[MZ_MAX_THREADS];
    const uint32_t *races;
    unsigned n = mz_happens_before_known(hb, x, j, all), found = 0;
    unsigned count = mz_happens_before_races(hb, j, &races);

    for (unsigned i = 0; i < n; i++) {
        mz_tid t = x->events[all[i]].thread;

        if (t != x->events[j].thread &&
            !mz_happens_before(hb, all[i], t, hb->previous[j]) &&
            is_immediate(hb, x, all, n, i))
            MZ_ASSERT(found < count && races[found++] == all[i]);
    }
    MZ_ASSERT(found == count);
}

void mz_happens_before_check(const struct mz_happens_before *hb,
                             const struct mz_execution *x)
{
    for (uint32_t j = 0; j < hb->length && j < 200; j++) {
        uint32_t others = 0;

        for (uint32_t i = 0; i < j; i++) {
            mz_tid t = x->events[i].thread;
            bool ordered = ordered_directly(hb, x, i, j);

            for (uint32_t k = i + 1; k < j && !ordered; k++)
                ordered = mz_happens_before(hb, i, t, k) &&
                          ordered_directly(hb, x, k, j);
            MZ_ASSERT(ordered == mz_happens_before(hb, i, t, j));
            others = ordered && t != x->events[j].thread ? i + 1 : others;
        }
        MZ_ASSERT(hb->others[j] == others);
        check_races(hb, x, j);
    }
}
#endif

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
    hb->dependences =
        mz_arena_take(arena, n * MZ_MAX_THREADS * sizeof(uint32_t));
    hb->dependence_end = mz_arena_take(arena, n * sizeof(uint32_t));
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

uint32_t mz_happens_before_previous(const struct mz_happens_before *hb,
                                    const struct mz_execution *execution,
                                    mz_tid t)
{
    uint32_t event = hb->last[t];

    /* A thread that has done nothing yet began where its parent stood, and that
     * one, if it had done nothing either, where its own parent stood. */
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

    for (uint32_t i = 0; i < width / LANE; i++) {
        lane later = a[i] > b[i];

        a[i] = (a[i] & later) | (b[i] & ~later);
    }
}

static void copy_clock(uint32_t *to, const uint32_t *from, uint32_t width)
{
    for (uint32_t i = 0; i < width / LANE; i++)
        ((lane *)to)[i] = ((const lane *)from)[i];
}

unsigned mz_happens_before_dependences(const struct mz_happens_before *hb,
                                       const struct mz_execution *execution,
                                       mz_tid thread, struct mz_access access,
                                       uint32_t at,
                                       uint32_t dependences[MZ_MAX_THREADS])
{
    bool reads = !mz_op_covers(hb->relation, access.kind);
    unsigned count = 0;
    uint8_t uncovered = access.mask;
    mz_tset seen = MZ_TSET_EMPTY;

    if (access.object == MZ_NONE)
        return 0;
    for (uint32_t i = mz_access_latest(hb, access.object);
         i != MZ_NONE && uncovered; i = mz_access_behind(hb, i)) {
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
        /* What a read depends on happens before its thread's last like it. */
        if (mz_op_covers(hb->relation, earlier.kind) ||
            (reads && t == thread && earlier.kind == access.kind &&
             earlier.mask == access.mask))
            uncovered &= ~earlier.mask;
    }
    return count;
}

uint32_t mz_happens_before_acquisition(const struct mz_happens_before *hb,
                                       const struct mz_execution *execution,
                                       uint32_t object, uint32_t at)
{
    bool own = at < hb->length && execution->events[at].object == object;
    uint32_t i = own ? hb->behind[at] : mz_access_latest(hb, object);

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

static unsigned find_dependences(const struct mz_happens_before *hb,
                                 const struct mz_execution *execution,
                                 uint32_t event, uint32_t *dependences)
{
    const struct mz_event *e = &execution->events[event];
    unsigned count = mz_happens_before_dependences(
        hb, execution, e->thread, mz_event_access(e), event, dependences);

    for (unsigned a = 0; a < mz_event_more(e); a++) {
        uint32_t others[MZ_MAX_THREADS];
        unsigned n = mz_happens_before_dependences(
            hb, execution, e->thread, execution->accesses[e->more + a], event,
            others);

        for (unsigned i = 0; i < n; i++)
            count = keep_latest(execution, dependences, count, others[i]);
    }
    return count;
}

/* Notes in others[event] that `before` happens before the event. If `before` is
 * of another thread, it counts itself; if it is of the event's thread, what
 * others[before] tells counts. */
static void join_other(struct mz_happens_before *hb,
                       const struct mz_execution *execution, uint32_t event,
                       uint32_t before)
{
    bool own = execution->events[before].thread ==
               execution->events[event].thread;
    uint32_t last = own ? hb->others[before] : before + 1;

    if (last > hb->others[event])
        hb->others[event] = last;
}

static void join_dependences(struct mz_happens_before *hb,
                             const struct mz_execution *execution,
                             uint32_t event)
{
    uint32_t from = event ? hb->dependence_end[event - 1] : 0;
    uint32_t *dependences = hb->dependences + from;
    uint32_t *clock = hb->clocks + (size_t)event * hb->width;
    unsigned count = find_dependences(hb, execution, event, dependences);

    hb->dependence_end[event] = from + count;
    for (unsigned i = 0; i < count; i++) {
        join_clock(clock, mz_happens_before_clock(hb, dependences[i]),
                   hb->width);
        join_other(hb, execution, event, dependences[i]);
    }
}

static void extend_by_one(struct mz_happens_before *hb,
                          const struct mz_execution *execution)
{
    uint32_t j = hb->length;
    const struct mz_event *e = &execution->events[j];
    uint32_t *clock = hb->clocks + (size_t)j * hb->width;
    uint32_t previous = mz_happens_before_previous(hb, execution, e->thread);
    unsigned more = mz_event_more(e);

    hb->previous[j] = previous;
    hb->others[j] = 0;
    if (previous == MZ_NONE) {
        mz_fill(clock, 0, hb->width * sizeof *clock);
    } else {
        copy_clock(clock, mz_happens_before_clock(hb, previous), hb->width);
        join_other(hb, execution, j, previous);
    }
    join_dependences(hb, execution, j);
    if (mz_event_is_after_thread(e)) {
        uint32_t end = mz_happens_before_previous(hb, execution, e->value);

        if (end != MZ_NONE) {
            join_clock(clock, mz_happens_before_clock(hb, end), hb->width);
            join_other(hb, execution, j, end);
        }
    }
    clock[e->thread] = j + 1;

    hb->last[e->thread] = j;
    if (e->object != MZ_NONE) {
        hb->behind[j] = mz_access_latest(hb, e->object);
        hb->latest[e->object] = j + 1;
    }
    for (unsigned k = 0; k < more; k++) {
        uint32_t a = e->more + k;

        hb->more_event[a] = j;
        hb->more_behind[a] =
            mz_access_latest(hb, execution->accesses[a].object);
        hb->latest[execution->accesses[a].object] = (a | MZ_MORE) + 1;
    }
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
        extend_by_one(hb, execution);
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
    }
}
#endif

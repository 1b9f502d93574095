/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/linearize.h"

enum { LONG = 1 << 14 }; /* events: beyond, one attempt will do */

struct front {
    uint32_t next[MZ_MAX_THREADS]; /* each thread's first event not yet told */
    uint32_t end[MZ_MAX_THREADS];  /* position after its last that is told */
};

/* How much of each thread is needed: all that the given threads' last events
 * have seen of it. */
static void find_ends(const struct mz_happens_before *hb,
                      const struct mz_execution *x, mz_tset threads,
                      struct front *front)
{
    for (mz_tid t = 0; t < MZ_MAX_THREADS; t++)
        front->end[t] = 0;
    MZ_EACH(rest, mz_tset_and(threads, x->born)) {
        uint32_t last = mz_happens_before_previous(hb, x, mz_tset_first(rest));

        for (mz_tid t = 0; last != MZ_NONE && t < hb->width; t++)
            if (mz_happens_before_clock(hb, last)[t] > front->end[t])
                front->end[t] = mz_happens_before_clock(hb, last)[t];
    }
}

static uint32_t next_of(const struct mz_execution *x, mz_tid t, uint32_t from,
                        uint32_t end)
{
    while (from < end && x->events[from].thread != t)
        from++;
    return from < end ? from : MZ_NONE;
}

static bool ready(const struct mz_happens_before *hb, const struct front *front,
                  uint32_t event, mz_tid self)
{
    const uint32_t *clock = mz_happens_before_clock(hb, event);

    for (mz_tid t = 0; t < hb->width; t++)
        if (t != self && front->next[t] != MZ_NONE && clock[t] > front->next[t])
            return false;
    return true;
}

/* Goes on with one thread as long as it can, then with the next that can.
 * Writes the order unless NULL; returns the number of context switches. */
static uint32_t greedy(const struct mz_happens_before *hb,
                       const struct mz_execution *x, struct front front,
                       mz_tid t, uint32_t *order)
{
    uint32_t switches = 0;
    mz_tid last = t;

    for (unsigned idle = 0; idle < hb->width;) {
        uint32_t e = front.next[t];

        if (e == MZ_NONE || !ready(hb, &front, e, t)) {
            t = (t + 1) % hb->width;
            idle++;
            continue;
        }
        idle = 0;
        switches += t != last;
        last = t;
        if (order)
            *order++ = e;
        front.next[t] = next_of(x, t, e + 1, front.end[t]);
    }
    return switches;
}

/* The order of the execution itself, less what is not needed. */
static uint32_t as_it_was(const struct mz_execution *x,
                          const struct front *front, uint32_t *order,
                          uint32_t *count)
{
    uint32_t switches = 0;

    *count = 0;
    for (uint32_t e = 0; e < x->length; e++) {
        mz_tid t = x->events[e].thread;

        if (e >= front->end[t])
            continue;
        switches += *count && x->events[order[*count - 1]].thread != t;
        order[(*count)++] = e;
    }
    return switches;
}

uint32_t mz_linearize(const struct mz_happens_before *hb,
                      const struct mz_execution *x, mz_tset threads,
                      uint32_t *order)
{
    struct front front;
    uint32_t count, fewest;
    mz_tid best = MZ_NO_THREAD;

    find_ends(hb, x, threads, &front);
    for (mz_tid i = 0; i < MZ_MAX_THREADS; i++)
        front.next[i] = next_of(x, i, 0, front.end[i]);
    fewest = as_it_was(x, &front, order, &count);
    for (mz_tid t = 0; t < (count < LONG ? hb->width : 1); t++) {
        uint32_t switches = greedy(hb, x, front, t, NULL);

        if (switches < fewest) {
            fewest = switches;
            best = t;
        }
    }
    if (best != MZ_NO_THREAD)
        greedy(hb, x, front, best, order);
    return count;
}

/* Up to what an event needs, or all: writes it, and returns where that ends. */
static uint32_t *go_on_to(const struct mz_happens_before *hb,
                          const struct mz_execution *x, struct front *front,
                          uint32_t event, uint32_t *order)
{
    mz_tid first = event == MZ_NONE ? 0 : x->events[event].thread;
    struct front part = *front;
    uint32_t *begin = order;

    for (mz_tid t = 0; t < hb->width; t++) {
        uint32_t end = event == MZ_NONE ? x->length
                                        : mz_happens_before_clock(hb, event)[t];

        if (end > front->end[t])
            part.end[t] = front->end[t] = end;
        if (part.next[t] >= part.end[t])
            part.next[t] = MZ_NONE;
        while (front->next[t] < front->end[t]) {
            front->next[t] = next_of(x, t, front->next[t] + 1, x->length);
            order++;
        }
    }
    greedy(hb, x, part, first, begin);
    return order;
}

uint32_t mz_linearize_by(const struct mz_happens_before *hb,
                         const struct mz_execution *x, const uint32_t *events,
                         uint32_t count, uint32_t *order)
{
    uint32_t *end = order;
    struct front front;

    for (mz_tid t = 0; t < MZ_MAX_THREADS; t++) {
        front.end[t] = 0;
        front.next[t] = next_of(x, t, 0, x->length);
    }
    for (uint32_t i = 0; i < count; i++)
        if (events[i] != MZ_NONE)
            end = go_on_to(hb, x, &front, events[i], end);
    end = go_on_to(hb, x, &front, MZ_NONE, end);
    MZ_ASSERT(end == order + x->length);
    return x->length;
}

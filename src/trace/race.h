/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Races of an execution ([AAJS17] 3.3, 8.1).
 *
 * e races with e' if e happens before e' with no event between them in that
 * order, and they are of different threads. An acquisition of a lock races with
 * the acquisition before it, whose release it had to wait for, rather than with
 * that release; it does so also while it is still blocked, at the end of an
 * execution. The same holds for semaphores, except that a wait may race with a
 * post as well. Whether e' could be executed in place of e is for
 * trace/reversal to say, and so are the other races of an await.
 */
#ifndef MZ_TRACE_RACE_H
#define MZ_TRACE_RACE_H

#include "trace/happens_before.h"

/* The later side of a race: an event of the execution, or the operation that a
 * thread stands at when it ends. */
struct mz_later {
    uint32_t position;            /* execution->length if pending */
    const struct mz_event *event; /* borrowed from the execution */
};

static inline struct mz_later mz_later_event(
    const struct mz_execution *execution, uint32_t event)
{
    return (struct mz_later){event, &execution->events[event]};
}

struct mz_later mz_later_pending(const struct mz_execution *, mz_tid);

/* The event that precedes e' in its own thread, or its thread's birth. */
uint32_t mz_later_previous(const struct mz_happens_before *,
                           const struct mz_execution *,
                           const struct mz_later *);

/* The events that e' may come after are before this position. */
static inline uint32_t mz_later_end(const struct mz_happens_before *hb,
                                    const struct mz_later *later)
{
    return later->position < hb->length ? later->position : hb->length;
}

/* The access to the object of the i-th access of e' that comes before it. If e'
 * is pending, or its clock is not known, it is the latest of all. MZ_NONE:
 * there is none, or e' accesses no object. */
uint32_t mz_later_behind(const struct mz_happens_before *,
                         const struct mz_execution *, const struct mz_later *,
                         unsigned i);

enum { MZ_MAX_RACES = MZ_MAX_THREADS + 1 };

/* The events e that race with e': at most one a thread, and the acquisition
 * before it. Returns their number. */
unsigned mz_race_find(const struct mz_happens_before *,
                      const struct mz_execution *, const struct mz_later *,
                      uint32_t races[MZ_MAX_RACES]);

/* Is e one of them? */
static inline bool mz_race_is_listed(const uint32_t *races, unsigned count,
                                     uint32_t e)
{
    for (unsigned i = 0; i < count; i++)
        if (races[i] == e)
            return true;
    return false;
}

#endif

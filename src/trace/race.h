/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Races of an execution, and how to reverse them ([AAJS17] 3.3, 5.1, 8.1).
 *
 * e races with e' if e happens before e' with no event between them in that
 * order, they are of different threads, and e' could be executed in place of e.
 * An acquisition of a lock races with the acquisition before it, whose release
 * it had to wait for, rather than with that release; it does so also while it
 * is still blocked, at the end of an execution.
 */
#ifndef MZ_TRACE_RACE_H
#define MZ_TRACE_RACE_H

#include "trace/happens_before.h"

/* The later side of a race: an event of the execution, or the operation that a
 * thread stands at when it ends. */
struct mz_later {
    uint32_t position; /* execution->length if pending */
    const struct mz_event *event; /* borrowed from the execution */
};

struct mz_later mz_later_event(const struct mz_execution *, uint32_t event);
struct mz_later mz_later_pending(const struct mz_execution *, mz_tid);

/* The events e that are in a reversible race with e': at most one a thread, and
 * for a lock the acquisition before it. Returns their number. */
unsigned mz_race_find(const struct mz_happens_before *,
                      const struct mz_execution *, const struct mz_later *,
                      uint32_t races[MZ_MAX_THREADS + 1]);

/*
 * I[E'](v) for v = notdep(e, E).e', E' = pre(E, e): the threads whose first
 * step in v can come first. `first`: that of v's first event, always in it.
 *
 * The outcome of a compare-exchange or trylock e' is not known in this order;
 * its thread is in the set only if it is, whatever the outcome. The set is
 * never larger than I, and never empty. If *first is in `enough`, the rest of
 * the set is not computed.
 */
mz_tset mz_race_initials(const struct mz_happens_before *,
                         const struct mz_execution *, uint32_t e,
                         const struct mz_later *, mz_tset enough,
                         mz_tid *first);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reversals of races: v = notdep(e, E).e', which performs e' in place of e
 * after E' = pre(E, e) ([AAJS17] 5.1, 8.1, 8.2).
 *
 * The kind of e' in this order is foreseen from the contents recorded, since a
 * compare-exchange that failed may succeed there (trace/outcome). If e' cannot
 * be executed there, it is no reversal.
 *
 * An await may be enabled after some part u of notdep(e, E) only (Alg. 5 line
 * 6, Alg. 6 line 11): then v = u.e', where u omits the events that happen after
 * some of the writes to the variable.
 */
#ifndef MZ_TRACE_REVERSAL_H
#define MZ_TRACE_REVERSAL_H

#include "trace/race.h"

/* At most one for each byte of an object: writes of which none happens before
 * another have no byte in common. */
enum { MZ_MAX_OMITTED = 8 };

struct mz_reversal {
    const struct mz_happens_before *hb;
    const struct mz_execution *execution;
    uint32_t e;        /* the earlier side of the race */
    uint32_t end;      /* notdep(e, E) is of events before this position */
    uint32_t previous; /* what precedes e' in its thread: event, or birth */
    struct mz_later later;
    enum mz_op kind;        /* that of e' in this order */
    uint64_t value;         /* what e', a compare-exchange, finds there */
    uint32_t after_e;       /* of an await: the next access to its variable
                               after e's; MZ_NONE: there is none */
    unsigned omitted_count; /* v lacks these, and what happens after them */
    uint32_t omitted[MZ_MAX_OMITTED];
};

/* Is an event after e part of v (other than e')? */
static inline bool mz_reversal_has(const struct mz_reversal *r, uint32_t event)
{
    const struct mz_event *events = r->execution->events;

    if (event >= r->end ||
        mz_happens_before(r->hb, r->e, events[r->e].thread, event))
        return false;
    for (unsigned i = 0; MZ_UNLIKELY(i < r->omitted_count); i++)
        if (mz_happens_before(r->hb, r->omitted[i],
                              events[r->omitted[i]].thread, event))
            return false;
    return true;
}

/* Does e' race with e as it was executed, without having had to wait? Then
 * nothing is between e and e', and e' comes after the same events in v as in E,
 * e and what is before that apart. */
static inline bool mz_reversal_is_ordinary(const struct mz_reversal *r)
{
    return r->kind == r->later.event->kind && !mz_op_blocks(r->kind) &&
           r->later.position < r->execution->length;
}

/* A reversal of e' whose e is not known yet. notdep(e, E) will be looked for
 * among the events before position `end`. */
void mz_reversal_begin(struct mz_reversal *, const struct mz_happens_before *,
                       const struct mz_execution *, const struct mz_later *,
                       uint32_t end);

/* The reversals of the races of one e', one after the other. */
struct mz_reversals {
    struct mz_reversal reversal; /* the one found last */
    unsigned race_count, next_race;
    uint32_t races[MZ_MAX_RACES];

    /* Of an await: where the search stands among the accesses to its variable,
     * from the latest back; and the access after that one. */
    uint32_t access, after;
    bool omits; /* the v that omits none of the writes to it has been tried */
};

/* The events of notdep(e, E) will be looked for before position `end`, which is
 * not before e'. */
void mz_reversals_begin(struct mz_reversals *, const struct mz_happens_before *,
                        const struct mz_execution *, const struct mz_later *,
                        uint32_t end);

/* False: there are no more. */
bool mz_reversals_next(struct mz_reversals *);

/*
 * I[E'](v): the threads whose first step in v can come first. `first`: that of
 * v's first event, always in it. If *first is in `enough`, the rest of the set
 * is not computed.
 */
mz_tset mz_reversal_initials(const struct mz_reversal *, mz_tset enough,
                             mz_tid *first);

/*
 * Calls `met` for each event of v that e' depends on, other than by its thread,
 * until it returns false. (e' depends on it in this order; in E it need not.)
 */
bool mz_reversal_meets(const struct mz_reversal *,
                       bool (*met)(void *context, uint32_t event),
                       void *context);

#endif

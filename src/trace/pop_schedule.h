/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schedules ([AADJS24] Def. 4): what a race e, e' of E = E1.e.E2 is reversed
 * by: sigma = e'|E2, the events of E2 that happen before e', and e' at last,
 * its head; to be executed after E1, in place of e.
 *
 * A lock, a semaphore or an await may have had to wait for e and what followed
 * it. Then sigma leaves out what happens after e, and e' races with the last
 * event before which it could have been executed, rather than with what it
 * waited for.
 */
#ifndef MZ_TRACE_POP_SCHEDULE_H
#define MZ_TRACE_POP_SCHEDULE_H

#include "trace/reversal.h"

struct mz_pop_schedule {
    const struct mz_happens_before *hb;
    const struct mz_execution *execution; /* E */
    uint32_t e;
    struct mz_later later; /* e' */
    enum mz_op kind;       /* of e' in E1.sigma */
    uint64_t value;        /* what it finds there, a compare-exchange */
    uint32_t previous;     /* what precedes e' in its thread: event, or birth */
    uint32_t count;        /* events of sigma but the head */
    uint32_t *events;      /* their positions in E */
    uint32_t clock[MZ_MAX_THREADS]; /* of e' in E1.sigma, by positions in E; as
                                       far as it is sigma's, until completed */
};

void mz_pop_schedule_init(struct mz_pop_schedule *, struct mz_arena *,
                          uint32_t capacity);

/* What is not supported: accesses to some of the bytes that an await reads, or
 * to more, with which it races. */
extern const char mz_pop_in_parts[];

/* Foresees what e' is in place of e, with which it races; it need not wait. */
bool mz_pop_race_foresee(struct mz_reversal *, const struct mz_happens_before *,
                         const struct mz_execution *, uint32_t e,
                         const struct mz_later *);

/* The races of one e' that may have had to wait, from the latest e back. */
struct mz_pop_waits {
    struct mz_reversal reversal; /* of the one found last */
    unsigned count;
    uint32_t at[MZ_MAX_THREADS]; /* [access of e']: where its search stands */
    unsigned found;
    uint32_t races[MZ_MAX_THREADS];
    const char *unsupported; /* NULL, or why a race could not be judged */
};

void mz_pop_waits_begin(struct mz_pop_waits *, const struct mz_happens_before *,
                        const struct mz_execution *, const struct mz_later *);

/* The next e with which e' races and in place of which it can be executed.
 * MZ_NO_EVENT: there are no more. */
uint32_t mz_pop_waits_next(struct mz_pop_waits *);

/* The schedule of such a race; kind and value of e' as its reversal has them.
 * */
void mz_pop_schedule_of(struct mz_pop_schedule *,
                        const struct mz_happens_before *,
                        const struct mz_execution *, uint32_t e,
                        const struct mz_later *, enum mz_op kind,
                        uint64_t value);

/* Completes the clock: by what happens before e' in E1. */
void mz_pop_schedule_complete(struct mz_pop_schedule *);

/* That of an operation that is to be executed now, at the end of E, of which
 * all clocks are known: a head alone. */
void mz_pop_schedule_of_pending(struct mz_pop_schedule *,
                                const struct mz_happens_before *,
                                const struct mz_execution *,
                                const struct mz_event *pending,
                                enum mz_op kind);

#endif

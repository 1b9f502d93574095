/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schedules ([AADJS24] Def. 4). The race of e and e' in E = E1.e.E2 is reversed
 * by sigma = e'|E2, executed after E1 in place of e: the events of E2 that
 * happen before e', and at last e' itself, the head.
 *
 * An acquisition, a wait for a semaphore or an await e' may have had to wait
 * for e and what followed it. Then sigma leaves out what happens after e; and
 * e' races with the last event in place of which it could have been executed,
 * rather than with what it waited for.
 */
#ifndef MZ_POP_SCHEDULE_H
#define MZ_POP_SCHEDULE_H

#include "trace/refusal.h"
#include "trace/reversal.h"

struct mz_pop_schedule {
    const struct mz_happens_before *hb;
    const struct mz_execution *execution; /* E */
    uint32_t e;
    struct mz_later later; /* e' */
    enum mz_op kind;       /* of e' in E1.sigma */
    uint64_t value;        /* what e' finds there, if a compare-exchange */
    uint32_t previous;     /* what precedes e' in its thread: event, or birth */
    bool complete;         /* see clock */
    uint32_t count;        /* events of sigma but the head */
    uint32_t *events;      /* their positions in E */
    uint32_t clock[MZ_MAX_THREADS]; /* of e' in E1.sigma, by positions in E; it
                                       lacks what e' depends on in E1 until
                                       mz_pop_schedule_complete */
};

void mz_pop_schedule_init(struct mz_pop_schedule *, struct mz_arena *,
                          uint32_t capacity);

/* Foresees the kind of e' in place of e, with which it races. e' is of no kind
 * that may wait. */
bool mz_pop_race_foresee(struct mz_reversal *, const struct mz_happens_before *,
                         const struct mz_execution *, uint32_t e,
                         const struct mz_later *);

/* The races of one e' that may have had to wait: from the latest e back. */
struct mz_pop_waits {
    struct mz_reversal reversal; /* of the race found last */
    unsigned count; /* accesses of e': what waits does so for one object, and
                       beside atomic blocks has one that stands for these */
    uint32_t at[2]; /* [access of e']: the access that the search along its
                       object has come to */
    unsigned found;
    uint32_t races[MZ_MAX_THREADS];
    enum mz_refusal unsupported; /* why a race could not be judged */
};

void mz_pop_waits_begin(struct mz_pop_waits *, const struct mz_happens_before *,
                        const struct mz_execution *, const struct mz_later *);

/* The next e with which e' races and in place of which it can be executed.
 * MZ_NONE: there are no more. */
uint32_t mz_pop_waits_next(struct mz_pop_waits *);

/* The schedule of a race; kind and value of e' are as foreseen. */
void mz_pop_schedule_of(struct mz_pop_schedule *,
                        const struct mz_happens_before *,
                        const struct mz_execution *, uint32_t e,
                        const struct mz_later *, enum mz_op kind,
                        uint64_t value);

/* Completes the clock by what e' depends on in E1. */
void mz_pop_schedule_complete(struct mz_pop_schedule *);

/* The schedule of an operation that may be executed next, at the end of E, of
 * which all clocks are known: a head alone. */
void mz_pop_schedule_of_pending(struct mz_pop_schedule *,
                                const struct mz_happens_before *,
                                const struct mz_execution *,
                                const struct mz_event *pending,
                                enum mz_op kind);

#endif

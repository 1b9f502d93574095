/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Happens-before of an execution, as vector clocks: i -> j iff i is at most
 * what the clock of j says of i's thread ([FG05] section 4.1). Beside the order
 * of dependent operations it holds that of each thread, creation before the
 * first event, and the last event of a thread before its join.
 *
 * Clocks are computed once for an event and kept while the prefix they belong
 * to is kept: extend after a run, truncate before the next.
 */
#ifndef MZ_TRACE_HAPPENS_BEFORE_H
#define MZ_TRACE_HAPPENS_BEFORE_H

#include "trace/event.h"

struct mz_happens_before {
    enum mz_relation relation;
    uint32_t length;       /* events whose clocks are known */
    uint64_t changes;      /* how often events have been added or forgotten */
    uint32_t width;        /* threads a clock has room for, a multiple of 4 */
    uint32_t *clocks;      /* [event][thread]: position + 1, 0: none */
    uint32_t *previous;    /* [event]: the thread's event before, or birth */
    uint32_t *others;      /* [event]: the last event of another thread that
                              happens before it, plus one */
    uint32_t *behind;      /* [access]: the access before it to its object */
    uint32_t *more_behind; /* the same for mz_execution.accesses */
    uint32_t *more_event;  /* whose accesses[] these are */
    uint32_t *latest;      /* [object]: its last access, plus one */
    uint32_t last[MZ_MAX_THREADS]; /* each thread's last event */
    uint32_t *races;       /* what each event races with: lists, one after the
                              other */
    uint32_t *races_begin; /* [event]: where its list begins; it ends where the
                              next one's does */
};

void mz_happens_before_init(struct mz_happens_before *, struct mz_arena *,
                            const struct mz_execution *, enum mz_relation);

/* Forgets all events from position `length` on; they must still be there. */
void mz_happens_before_truncate(struct mz_happens_before *,
                                const struct mz_execution *, uint32_t length);

/* Computes the clocks of the events of the execution that are new. */
void mz_happens_before_extend(struct mz_happens_before *,
                              const struct mz_execution *);

/* Computes the clocks of new events up to position `length`; a later extension
 * goes on from there. */
void mz_happens_before_extend_to(struct mz_happens_before *,
                                 const struct mz_execution *, uint32_t length);

static inline const uint32_t *mz_happens_before_clock(
    const struct mz_happens_before *hb, uint32_t event)
{
    return hb->clocks + (size_t)event * hb->width;
}

/* i -> j, or i = j. `t` is the thread of i. */
static inline bool mz_happens_before(const struct mz_happens_before *hb,
                                     uint32_t i, mz_tid t, uint32_t j)
{
    return j != MZ_NONE && mz_happens_before_clock(hb, j)[t] > i;
}

/* What precedes the first event of a thread that has done nothing yet: its
 * parent's last one before it was born. */
uint32_t mz_happens_before_birth(const struct mz_happens_before *,
                                 const struct mz_execution *, mz_tid);

/* What precedes the next event of a thread: its own last event or its birth. */
static inline uint32_t mz_happens_before_previous(
    const struct mz_happens_before *hb, const struct mz_execution *execution,
    mz_tid t)
{
    return MZ_LIKELY(hb->last[t] != MZ_NONE)
               ? hb->last[t]
               : mz_happens_before_birth(hb, execution, t);
}

/*
 * The events before position `at` that an access of `thread` depends on
 * directly: by their accesses to its object, latest first, of each thread the
 * latest at most. Events that happen before one in the list, or before an
 * earlier event of `thread`, by way of this object, are left out. Returns their
 * number.
 */
unsigned mz_happens_before_dependences(const struct mz_happens_before *,
                                       const struct mz_execution *,
                                       mz_tid thread, struct mz_access access,
                                       uint32_t at,
                                       uint32_t dependences[MZ_MAX_THREADS]);

/* What an event whose clock is known depends on directly: one list for all of
 * its accesses, still with one event a thread at most. */
unsigned mz_happens_before_known(const struct mz_happens_before *,
                                 const struct mz_execution *, uint32_t event,
                                 uint32_t dependences[MZ_MAX_THREADS]);

/*
 * What an event whose clock is known races with by its accesses: this list was
 * kept. They are the events that it depends on directly, but for those that
 * happen before another of them or before the thread comes to the event.
 */
static inline unsigned mz_happens_before_races(
    const struct mz_happens_before *hb, uint32_t event, const uint32_t **races)
{
    *races = hb->races + hb->races_begin[event];
    return hb->races_begin[event + 1] - hb->races_begin[event];
}

/*
 * The accesses to an object, from the latest back, by name: the position of the
 * event or, for a further access of an event, its index in
 * mz_execution.accesses with MZ_MORE set. MZ_NONE: no more.
 */
enum { MZ_MORE = 0x80000000 };

static inline uint32_t mz_access_latest(const struct mz_happens_before *hb,
                                        uint32_t object)
{
    return hb->latest[object] - 1; /* so that fresh memory means none */
}

static inline uint32_t mz_access_behind(const struct mz_happens_before *hb,
                                        uint32_t name)
{
    return name & MZ_MORE ? hb->more_behind[name & ~MZ_MORE] : hb->behind[name];
}

static inline uint32_t mz_access_event(const struct mz_happens_before *hb,
                                       uint32_t name)
{
    return name & MZ_MORE ? hb->more_event[name & ~MZ_MORE] : name;
}

static inline struct mz_access mz_access_named(
    const struct mz_execution *execution, uint32_t name)
{
    return name & MZ_MORE ? execution->accesses[name & ~MZ_MORE]
                          : mz_event_access(&execution->events[name]);
}

/* All that is to be known of an access by those who go from one to the next. */
struct mz_met {
    uint32_t event;
    uint32_t behind;
    uint32_t kind; /* enum mz_op */
    uint32_t mask;
};

static inline struct mz_met mz_access_meet(const struct mz_happens_before *hb,
                                           const struct mz_execution *execution,
                                           uint32_t name)
{
    struct mz_met met;

    if (MZ_UNLIKELY(name & MZ_MORE)) {
        uint32_t a = name & ~MZ_MORE;

        met.event = hb->more_event[a];
        met.behind = hb->more_behind[a];
        met.kind = execution->accesses[a].kind;
        met.mask = execution->accesses[a].mask;
    } else {
        met.event = name;
        met.behind = hb->behind[name];
        met.kind = execution->events[name].kind;
        met.mask = execution->events[name].mask;
    }
    return met;
}

/* The last event before `at` that acquires the lock, or takes from the
 * semaphore, or MZ_NONE. */
uint32_t mz_happens_before_acquisition(const struct mz_happens_before *,
                                       const struct mz_execution *,
                                       uint32_t object, uint32_t at);

#if MZ_CHECK >= 2
/* Compares every clock with the definition. Cubic; for tests. */
void mz_happens_before_check(const struct mz_happens_before *,
                             const struct mz_execution *);
#endif

#endif

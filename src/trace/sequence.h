/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A sequence w that can follow a prefix E' of an execution: the v of a
 * reversal, taken apart from its front, as the relations of [AAJS17] section 4
 * ask for: is p an initial of w (p in I[E'](w)), or independent of it (E' |- p
 * <> w)? Either makes it a weak initial.
 *
 * Its events are those of E, without joins, which are no choice, and at last
 * e'. They are named by their place in the sequence.
 */
#ifndef MZ_TRACE_SEQUENCE_H
#define MZ_TRACE_SEQUENCE_H

#include "trace/reversal.h"

enum { MZ_NO_PLACE = 0xffffffff };

enum mz_meeting {
    MZ_IS_INITIAL,     /* it is the first event of its thread in w, and can come
                          first of all */
    MZ_IS_INDEPENDENT, /* w has no event of its thread, nor one that depends */
    MZ_IS_IN_CONFLICT, /* neither: it is no weak initial */
};

/*
 * What the answers about a sequence depended on. They are the same for another
 * E that begins alike up to `position`, if nothing after that depends on what w
 * was found independent of: accesses to objects in these sets, which are
 * hashed.
 */
struct mz_reach {
    uint32_t position; /* MZ_NO_EVENT: on all of w */
    uint64_t reads, writes;
};

/* The objects that an event accesses, added to the sets. */
void mz_reach_add(struct mz_reach *, enum mz_relation, const struct mz_event *,
                  const struct mz_access *more);

/* Both together. */
void mz_reach_join(struct mz_reach *, const struct mz_reach *);

/* Does it hold for another E, common up to this position, in which the accesses
 * that follow are `after`? */
bool mz_reach_holds(const struct mz_reach *, uint32_t common,
                    const struct mz_reach *after);

struct mz_sequence {
    const struct mz_reversal *reversal;
    struct mz_reach reach; /* of all answers so far */
    uint32_t count;        /* places, e' the last */
    uint32_t from;         /* all before this place are gone */
    uint32_t *event;       /* [place]: position in E; of e': MZ_NO_EVENT */
    uint32_t *next;        /* [place]: the thread's next place */
    uint8_t *gone;         /* [place]: taken from the front */
    uint8_t *marked;       /* [place]: by mz_sequence_mark */
    bool choices;          /* there are some among the events */
    mz_tset threads;       /* that have events left */
    uint32_t first[MZ_MAX_THREADS]; /* place of their first */
    struct mz_event last;           /* e', of the kind that it has here */
    const uint32_t *last_clock;     /* of it: borrowed, or this one: */
    uint32_t own_clock[MZ_MAX_THREADS];
};

/* Room for sequences of executions of that capacity. */
void mz_sequence_init(struct mz_sequence *, struct mz_arena *,
                      uint32_t capacity);

/* The v of a reversal, which is borrowed. */
void mz_sequence_of(struct mz_sequence *, const struct mz_reversal *);

static inline const struct mz_event *mz_sequence_event(
    const struct mz_sequence *w, uint32_t place)
{
    return place == w->count - 1
               ? &w->last
               : &w->reversal->execution->events[w->event[place]];
}

/* The further accesses of events are in the execution. */
static inline const struct mz_access *mz_sequence_more(
    const struct mz_sequence *w, const struct mz_event *e)
{
    return w->reversal->execution->accesses + e->more;
}

/*
 * How the next event of a thread after E', `p` with its further accesses,
 * stands to w. `witness`: if in conflict, a place of which this is so whatever
 * follows it, and whatever else that does not happen before it is left out.
 */
enum mz_meeting mz_sequence_meet(struct mz_sequence *, const struct mz_event *p,
                                 const struct mz_access *more,
                                 uint32_t *witness);

/* w is used up, but more of it would have been asked about. */
static inline void mz_sequence_reach_all(struct mz_sequence *w)
{
    w->reach.position = MZ_NO_EVENT;
}

/* w \ p: takes away the first event of a thread, an initial. */
void mz_sequence_drop(struct mz_sequence *, mz_tid);

/* Marks a place and what happens before it in w. */
void mz_sequence_mark(struct mz_sequence *, uint32_t place);

/* Takes away the next marked event; but first, by thread, the choices that
 * those taken enable, as programs make them. NULL: none is left. */
const struct mz_event *mz_sequence_take(struct mz_sequence *);

#endif

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

enum mz_meeting {
    MZ_IS_INITIAL,     /* it is the first event of its thread in w, and can come
                          first of all */
    MZ_IS_INDEPENDENT, /* w has no event of its thread, nor one that depends:
                          with these the initials are the weak initials */
    MZ_IS_NO_WEAK_INITIAL, /* neither */
};

/*
 * What the answers about a sequence depended on: the events of E up to
 * `position`, and what was found to be independent of w, whose accesses are to
 * objects in these sets (a bit for each hash). For another E the answers are
 * the same if it begins alike, beyond `position`, and nothing that follows
 * depends on those accesses.
 */
struct mz_reach {
    uint32_t position; /* MZ_NONE: the answers depended on all of w */
    uint64_t reads, writes;
};

static inline void mz_reach_position(struct mz_reach *reach, uint32_t position)
{
    if (position > reach->position)
        reach->position = position;
}

static inline void mz_reach_add_access(struct mz_reach *reach,
                                       enum mz_relation relation,
                                       struct mz_access a)
{
    uint64_t bit = (uint64_t)1 << (a.object & 63);

    if (a.object == MZ_NONE)
        return;
    if (relation != MZ_RELATION_OBJECT && mz_op_only_reads(a.kind))
        reach->reads |= bit;
    else
        reach->writes |= bit;
}

/* Adds the accesses of an event to the sets. */
static inline void mz_reach_add(struct mz_reach *reach,
                                enum mz_relation relation,
                                const struct mz_event *e,
                                const struct mz_access *more)
{
    mz_reach_add_access(reach, relation, mz_event_access(e));
    for (unsigned i = 0; i < mz_event_more(e); i++)
        mz_reach_add_access(reach, relation, more[i]);
}

/* Adds what other answers depended on. */
static inline void mz_reach_join(struct mz_reach *reach,
                                 const struct mz_reach *other)
{
    mz_reach_position(reach, other->position);
    reach->reads |= other->reads;
    reach->writes |= other->writes;
}

/* They depend on nothing that can change. */
static inline bool mz_reach_is_empty(const struct mz_reach *reach)
{
    return !reach->position && !reach->reads && !reach->writes;
}

/* Do the answers hold for another E, which has the events before position
 * `common` in common, and then accesses what is in `after`? */
static inline bool mz_reach_holds(const struct mz_reach *reach, uint32_t common,
                                  const struct mz_reach *after)
{
    return reach->position < common &&
           !((reach->reads | reach->writes) & after->writes) &&
           !(reach->writes & after->reads);
}

struct mz_sequence_place {
    uint32_t event;  /* position in E, also of e' */
    uint32_t next;   /* the thread's next place, or MZ_NONE */
    uint32_t others; /* the last event of another thread that happens before it,
                        plus one; MZ_NONE: not known */
    uint32_t gone;   /* 0: it is left; else mz_sequence.drops when it was
                        taken */
    mz_tid thread;
    bool marked; /* by mz_sequence_mark */
    bool before; /* happens before a marked one */
};

struct mz_sequence {
    const struct mz_reversal *reversal;
    struct mz_reach reach; /* of all answers so far */
    uint32_t count;        /* places, e' the last */
    uint32_t from;         /* all places before this one are gone */
    uint32_t untaken;      /* all marked places before this one are gone */
    uint32_t drops;        /* how many were taken from the front, plus one */
    struct mz_sequence_place *places;
    bool choices;                   /* there are some among the events */
    mz_tset threads;                /* that have events left */
    uint32_t first[MZ_MAX_THREADS]; /* place of their first */
    struct mz_event last;           /* e', of the kind that it has here */
    const uint32_t *last_clock;     /* its clock: borrowed, or this one: */
    uint32_t own_clock[MZ_MAX_THREADS];

    /* The positions of notdep(e, E) that were found last, and of which E (by
     * hb.changes), e and end they are. */
    uint32_t *positions;
    uint32_t found;
    uint64_t of_execution;
    uint32_t of_e, of_end;
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
               : &w->reversal->execution->events[w->places[place].event];
}

/* The further accesses of events are in the execution. */
static inline const struct mz_access *mz_sequence_more(
    const struct mz_sequence *w, const struct mz_event *e)
{
    return w->reversal->execution->accesses + e->more;
}

/*
 * How the next event of a thread after E', `p` with its further accesses,
 * stands to w. If it is no weak initial, `witness` is the place of an event
 * that makes it so: nor is p a weak initial of any part of w that has this
 * event and what happens before it.
 */
enum mz_meeting mz_sequence_meet(struct mz_sequence *, const struct mz_event *p,
                                 const struct mz_access *more,
                                 uint32_t *witness);

/*
 * Mostly one of three questions answers at once, if p is no choice. The first:
 * is p an initial, since what happens before its thread's first event in w is
 * earlier than all that is left?
 */
static inline bool mz_sequence_is_led_by(struct mz_sequence *w, mz_tid t)
{
    uint32_t place = w->first[t];
    const struct mz_sequence_place *first = w->places + place;

    if (place == MZ_NONE || first->others > w->places[w->from].event)
        return false;
    mz_reach_position(&w->reach, first->event);
    return true;
}

/* The second: has w no event of p's thread, and does p depend on e'? Then it is
 * no weak initial; and nothing is to be marked, since e' is in every leaf. */
static inline bool mz_sequence_ends_against(struct mz_sequence *w, mz_tid t,
                                            struct mz_access access)
{
    if (w->first[t] != MZ_NONE || w->places[w->count - 1].gone ||
        mz_event_more(&w->last) ||
        !mz_access_depends(w->reversal->hb->relation, access,
                           mz_event_access(&w->last)))
        return false;
    mz_reach_position(&w->reach, w->reversal->later.position);
    return true;
}

/* `others` tells the last event of another thread that happens before some
 * event. Is that one left, or an earlier one of its thread? */
static inline bool mz_sequence_is_left_before(const struct mz_sequence *w,
                                              uint32_t others)
{
    const struct mz_event *events = w->reversal->execution->events;
    uint32_t place;

    if (others == 0 || others == MZ_NONE)
        return false;
    place = w->first[events[others - 1].thread];
    return place != MZ_NONE && w->places[place].event < others;
}

/*
 * The third: is such an event left before the first of p's thread? Then p is no
 * weak initial. What is to be marked is looked for later, if at all
 * (mz_sequence_mark_reason). Nor does reach need to know it: the event is not
 * later than e', and reach is asked about only while e' is in the prefix in
 * common.
 */
static inline bool mz_sequence_is_led_against(struct mz_sequence *w, mz_tid t)
{
    uint32_t place = w->first[t];
    const struct mz_sequence_place *first = w->places + place;

    if (place == MZ_NONE || first->event > w->reversal->later.position ||
        !mz_sequence_is_left_before(w, first->others))
        return false;
    mz_reach_position(&w->reach, first->event);
    return true;
}

/* Marks why p was no weak initial when w->from and w->drops were these: the
 * first event left then that p depends on, or that is of its thread. */
void mz_sequence_mark_reason(struct mz_sequence *, const struct mz_event *p,
                             const struct mz_access *more, uint32_t from,
                             uint32_t drops);

/* w has no event left, but a longer w would have been asked on. */
static inline void mz_sequence_reach_all(struct mz_sequence *w)
{
    w->reach.position = MZ_NONE;
}

/* w \ p: takes away the first event of a thread, an initial. */
static inline void mz_sequence_drop(struct mz_sequence *w, mz_tid t)
{
    struct mz_sequence_place *place = &w->places[w->first[t]];

    place->gone = ++w->drops;
    w->first[t] = place->next;
    if (place->next == MZ_NONE)
        mz_tset_remove(&w->threads, t);
    while (w->from < w->count && w->places[w->from].gone)
        w->from++;
}

/* Marks a place: it will be taken, and what happens before it in w. */
static inline void mz_sequence_mark(struct mz_sequence *w, uint32_t place)
{
    w->places[place].marked = true;
}

/* Marks what happens before marked places: no more will be marked. */
void mz_sequence_mark_before(struct mz_sequence *);

/* Takes away the next marked event; but before it, by thread, the choices that
 * those taken enable, since a program makes its choices at once. NULL: there is
 * none left. */
const struct mz_event *mz_sequence_take(struct mz_sequence *);

#endif

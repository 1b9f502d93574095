/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An event: one visible operation that one thread has executed, and an
 * execution: the sequence of events, with what else is known of the run.
 *
 * Events are numbered by position. Flat data, in arenas of the region: nothing
 * here points into the checked program.
 */
#ifndef MZ_TRACE_EVENT_H
#define MZ_TRACE_EVENT_H

#include "base/arena.h"
#include "op/await.h"
#include "op/dependence.h"
#include "op/memory.h"
#include "op/object.h"
#include "op/order.h"

/* One of the accesses of an event: some bytes of one object. */
struct mz_access {
    uint32_t object; /* interned by whoever runs the program, from 0 */
    uint8_t mask;    /* bytes of the object; 0xff for locks */
    uint8_t kind;    /* enum mz_op */
};

/*
 * An event. What `value` and `other` are depends on the kind:
 *
 *                         value                         other
 *   whatever reads        what it read, before it wrote
 *   write                 what it wrote                 what was there before
 *   addition              what it read                  what it added
 *   compare-exchange      what it read                  what it expected
 *   await                 what it read                  what it compares with
 *   lock, semaphore       the state before it, see src/op
 *   condition variable    the same                      of a wake-up: ticket
 *   futex                 the same                      the same; of a wake:
 *                                                       how many
 *   futex, several        as of several accesses
 *   futex wait            its lowest bit: it sleeps     as of several accesses
 *   choice                the value chosen                MZ_CHOICE_LATER, or 0
 *   join                  the thread joined
 *   begin                 the thread that created it
 *   fence                 enum mz_order
 *   several accesses      a hash of their values        what the bytes of the
 *                                                       first held before
 *
 * Contents of some bytes of an object are a number whose lowest byte is that of
 * the lowest byte in the mask.
 */
struct mz_event {
    mz_tid thread;
    uint8_t kind; /* enum mz_op, outcome included */
    uint8_t mask;
    uint8_t condition; /* of an await: enum mz_condition */
    uint32_t object;   /* MZ_NONE if it has none (join, choose) */
    uint64_t value;
    uint64_t other;
    uint32_t more;  /* further accesses: index in mz_execution.accesses */
    uint32_t bound; /* choose: value < bound; else: how many `more` there are */
};

/*
 * What an event of memory has besides where memory is weak: under a model other
 * than sequential consistency. There `value` and `other` are what it was served
 * and expected; what memory itself holds is what is last in the order of
 * modification, as far as the execution has come.
 */
struct mz_access_order {
    uint64_t operand; /* of a write, a compare-exchange: what it writes; of
                         another update: with what it updates */
    uint64_t written; /* what the bytes hold after it, if it writes */
    uint64_t initial; /* what they held before all atomic accesses */
    uint32_t source;  /* the position of the write that it reads from; MZ_NONE:
                         what was there before all of them */
    uint8_t order;    /* enum mz_order; of a compare-exchange, if it succeeds */
    uint8_t failure;  /* and if it fails */
    uint8_t update;   /* enum mz_update */
    bool is_last;     /* it writes what is last in the order of modification */
    bool is_served;   /* all of this has been said: it is an atomic access */
    uint32_t newest;  /* the position of the write that is last in the order of
                         modification after it; MZ_NONE */
    uint64_t last;    /* and what that wrote */
    uint32_t before;  /* the position of the access before it to its object;
                         MZ_NONE */
    uint32_t next;    /* of a store that is not last: the position of the write
                         that it comes right before; MZ_NONE: not known */
};

/* The value of a choice is to put off what may as well happen later. */
#define MZ_CHOICE_LATER 1

/*
 * One step of a plan, by which an execution is run once more: who goes on, or
 * which value a choice has. Joins and begins are left out: they are executed as
 * soon as they can be. (Reports call it the schedule; in the code that is the
 * paper's word, of pop/schedule.h.)
 */
struct mz_plan_step {
    uint16_t thread;
    uint8_t is_choice;
    uint8_t served; /* where memory is weak: MZ_PLAN_SERVED, ... */
    uint32_t value; /* of a choice; served: the position of what it reads from
                       in the execution, plus one; 0: what was there at first.
                       Of a store: of what it comes right before; 0: not known,
                       or it is last */
};

enum {
    MZ_PLAN_SERVED = 1, /* it is an access to memory */
    MZ_PLAN_BEHIND = 2, /* what it writes is not last */
};

/* How a thread came to be. All of its events come after its birth. If its
 * number was another's before, its own birth is an event of that number
 * (begin), and this here is the birth of the first. */
struct mz_birth {
    mz_tid parent; /* MZ_NO_THREAD for main */
    uint8_t unused[3];
    uint32_t event; /* the parent's last event before that; MZ_NONE: the
                       parent had none, and the parent's birth counts */
};

enum mz_outcome {
    MZ_COMPLETE,       /* every thread has ended */
    MZ_DEADLOCK,       /* no thread can go on, some have not ended */
    MZ_ASSUME_BLOCKED, /* the same, and one stands at a false assumption */
    MZ_LOOP_BLOCKED,   /* the same, but for threads that could go on in another
                          execution: see tally.h */
    MZ_BLOCKED,        /* the chooser chose none: sleep-set blocked */
    MZ_ERROR,          /* the program failed; the finding tells how */
    MZ_CUT,            /* there is no room for more events: others may follow */
    MZ_ABANDONED,      /* stopped from outside, or could not be run */
};

/* Has it ended in the midst of what was to come, wherever that was? */
static inline bool mz_outcome_breaks_off(enum mz_outcome outcome)
{
    return outcome == MZ_ERROR || outcome == MZ_CUT;
}

struct mz_execution {
    struct mz_event *events;
    uint32_t length;
    uint32_t capacity; /* of events: the bound on an execution */
    uint32_t same; /* so many events, if there are as many, have not changed
                      since it was run last: whoever cuts it lowers this */
    uint32_t returns; /* the search comes back to what is no shorter than this,
                         of the events to be replayed; MZ_NONE: who knows */

    struct mz_access_order *orders; /* [position], of accesses to memory, where
                                       that is weak; else NULL */

    struct mz_access *accesses; /* of events with more than one */
    uint64_t *before;           /* [access]: what those bytes held before it */
    struct mz_additions *additions; /* [object], see trace/additions.h; NULL:
                                       whether they commute does not matter */
    bool has_additions; /* set by whoever runs the program, for good */
    uint32_t access_count;
    uint32_t access_capacity;

    /* A waypoint keeps what follows, up to the births, as one piece. */
    uint32_t thread_count; /* threads born; their ids may have gaps */
    mz_tset born;
    struct mz_birth births[MZ_MAX_THREADS];

    /* When the run has ended: the operation that each live thread stands at. It
     * has the kind of its success; its `value` is what it would read. */
    mz_tset waiting;
    struct mz_event pending[MZ_MAX_THREADS];

    uint32_t object_count; /* objects interned so far, never less */
    uint32_t universe; /* an object that atomic blocks of the program write and
                          all other events read; MZ_NONE: no blocks */
    uint32_t object_capacity;
};

/* The first access of an event, and how many there are in `more`. */
static inline struct mz_access mz_event_access(const struct mz_event *e)
{
    return (struct mz_access){e->object, e->mask, e->kind};
}

static inline unsigned mz_event_more(const struct mz_event *e)
{
    return MZ_UNLIKELY(e->bound) && !mz_op_is_local(e->kind) ? e->bound : 0;
}

/* Has the event several accesses, not counting the one that stands for atomic
 * blocks? */
static inline bool mz_event_is_several(const struct mz_execution *x,
                                       const struct mz_event *e)
{
    unsigned more = mz_event_more(e);

    return more > 1 || (more && x->accesses[e->more].object != x->universe);
}

/* The state of its object just before it; of several accesses, of the first. */
static inline uint64_t mz_event_before(const struct mz_execution *x,
                                       const struct mz_event *e)
{
    bool is_other =
        mz_op_says(e->kind) == MZ_SAYS_VALUE || mz_event_is_several(x, e);

    return is_other ? e->other : e->value;
}

static inline uint64_t mz_event_number(const struct mz_event *e)
{
    switch (mz_op_says(e->kind)) {
    case MZ_SAYS_VALUE:
        return e->value;
    case MZ_SAYS_BIT:
        return e->value & 1;
    default:
        return e->other;
    }
}

/* What it says to the automaton of its object. */
static inline struct mz_op_operand mz_event_operand(const struct mz_event *e)
{
    return (struct mz_op_operand){
        .number = mz_event_number(e),
        .thread = e->thread,
        .mask = e->mask,
        .condition = e->condition,
    };
}

static inline bool mz_access_depends(enum mz_relation relation,
                                     struct mz_access a, struct mz_access b)
{
    return a.object == b.object && a.object != MZ_NONE &&
           mz_op_depends(relation, a.kind, a.mask, b.kind, b.mask);
}

/* Does all come before it that the thread which is its value has done so far?
 * A thread that begins does so before its creator's next event. */
static inline bool mz_event_is_after_thread(const struct mz_event *e)
{
    return e->kind == MZ_JOIN || e->kind == MZ_BEGIN;
}

/* Does an access of event p depend on one of event q, further accesses
 * included? For events of which one has several. */
bool mz_events_depend_by_any(enum mz_relation, const struct mz_event *p,
                             const struct mz_access *p_more,
                             const struct mz_event *q,
                             const struct mz_access *q_more);

/* Does an access of event p depend on one of event q? For any two events. */
static inline bool mz_events_depend(enum mz_relation relation,
                                    const struct mz_event *p,
                                    const struct mz_access *p_more,
                                    const struct mz_event *q,
                                    const struct mz_access *q_more)
{
    if (MZ_UNLIKELY(mz_event_more(p) || mz_event_more(q)))
        return mz_events_depend_by_any(relation, p, p_more, q, q_more);
    return p->object == q->object &&
           mz_access_depends(relation, mz_event_access(p), mz_event_access(q));
}

/* How many objects there may be if executions have so many events. */
uint32_t mz_execution_objects(uint32_t capacity);

/* Reserves room for executions of at most `capacity` events. */
void mz_execution_init(struct mz_execution *, struct mz_arena *,
                       uint32_t capacity);

/* Memory is weak: there is room for `orders`. */
void mz_execution_init_orders(struct mz_execution *, struct mz_arena *);

/* Additions are to commute: there is room for `additions`. */
void mz_execution_init_additions(struct mz_execution *, struct mz_arena *);

/* The length of the execution without the joins at its end, which most
 * executions have: they race with nothing. If a thread still waits, all count,
 * since its last event may be one of them. */
uint32_t mz_execution_racing(const struct mz_execution *);

/* Forgets the events from position `length` on. */
void mz_execution_cut(struct mz_execution *, uint32_t length);

/* Could the event be executed in that state of its object, as it sees it? */
static inline bool mz_event_is_enabled_in(const struct mz_event *e,
                                          uint64_t state)
{
    struct mz_op_operand operand = mz_event_operand(e);

    return mz_op_enabled(e->kind, state, &operand);
}

#endif

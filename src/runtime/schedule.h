/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Turns: a thread that comes to a visible operation says which, waits for its
 * turn, executes the operation and records it as an event:
 *
 *     mz_turn(MZ_WRITE, object, mask);    may switch to other threads and back
 *     ... the operation itself ...
 *     mz_record(MZ_WRITE, object, mask, value, value before);
 *
 * While the events of an earlier execution are replayed no one is asked: the
 * next event says whose turn it is. Then the chooser decides. The switch goes
 * from fiber to fiber; a thread that is chosen and runs already just goes on.
 */
#ifndef MZ_RUNTIME_SCHEDULE_H
#define MZ_RUNTIME_SCHEDULE_H

#include "explore/program.h"
#include "runtime/frame.h"

/* What a thread stands at, as far as it decides when it can go on. */
enum mz_stand {
    MZ_STAND_FREE,    /* an operation that is always enabled */
    MZ_STAND_AWAIT,   /* a condition on memory, enabled while it holds: also a
                         lock, that nobody holds it */
    MZ_STAND_READY,   /* a local operation that is enabled */
    MZ_STAND_JOIN,    /* the end of a thread that has not ended */
    MZ_STAND_STUCK,   /* a false assumption: for ever */
    MZ_STAND_EXIT,    /* the end of the process, when all others have stopped */
    MZ_STAND_COUNT
};

struct mz_stands_at {
    uint64_t object;      /* address >> 3, or the thread joined */
    uint8_t kind, mask;
    uint8_t action;       /* enum mz_action, for accounts */
    uint8_t condition;    /* await: enum mz_condition, on so many bytes ... */
    uint8_t watched;      /* ... (at most 8) at `word` */
    uint64_t word;
    uint64_t number;      /* await: what it compares them with;
                             compare-exchange: what it expects */
    uint64_t address;     /* of what it waits for, for accounts */
    uint64_t pc;          /* where it does, a return address */
};

struct mz_schedule_state {
    struct mz_execution *execution;
    struct mz_chooser *chooser;
    uint32_t position;    /* events executed so far */
    uint32_t known;       /* of them, those to be replayed */
    mz_tset live;         /* born and not ended */
    mz_tset stands[MZ_STAND_COUNT]; /* by what they stand at; not the runner */
    mz_tset ended_once;   /* ended in this execution */
    mz_tid starter[MZ_MAX_THREADS]; /* who waits for its first operation */
    struct mz_stands_at at[MZ_MAX_THREADS];
    mz_tid last;          /* thread of the last event */
    mz_tid atomic;        /* in an atomic block; its accesses are gathered */
    uint32_t yielded;     /* where a thread did last, plus one; 0: nowhere */
    uint32_t atomic_first, atomic_count;
    uint64_t atomic_value;
    bool atomic_universal; /* the block is the program's: depends on all */
    bool universal;       /* the program has such blocks */
    enum mz_outcome outcome;
    bool again;           /* it must be run again, with the race detector */
    void *search_sp;      /* where the search waits for the execution's end */
    uint64_t heartbeat;
    mz_tset seen_end[MZ_MAX_THREADS]; /* by each: itself, and those whose end
                             it knows of by a join, its own or theirs */
};

MZ_HIDDEN extern struct mz_schedule_state mz_sched;

/* Slow paths of mz_turn. */
mz_tid mz_schedule_choose(void);
void mz_schedule_hand_back(mz_tid self);

static inline mz_tid mz_self(void)
{
    return mz_rt.self;
}

/*
 * Has every thread that was ever born ended, except for the one that runs, as
 * it knows by joins? Then nothing that it does is done beside others: what they
 * did comes before, what those to be born do comes after. That no thread was
 * born that it does not know of, is known, too: its creator would be one.
 */
static inline bool mz_schedule_is_alone(void)
{
    return !(mz_sched.execution->born & ~mz_sched.seen_end[mz_rt.self]);
}

/* The same in the midst of inline assembly, whose vectors stay. */
void mz_assembly_switch(mz_tid to) __attribute__((cold));

/* Runs another thread; returns when this one is switched to again. */
MZ_INLINED void mz_schedule_switch(mz_tid to)
{
    mz_tid from = mz_rt.self;
    uint32_t modes = mz_fiber_modes();

    if (MZ_UNLIKELY(mz_rt.keeps_vectors)) {
        mz_assembly_switch(to);
        return;
    }
    mz_fibers[from].modes = modes;
    if (MZ_UNLIKELY((modes ^ mz_fiber_usual_modes) |
                    (mz_fibers[to].modes ^ mz_fiber_usual_modes)))
        mz_fiber_change_modes(&mz_fibers[from], &mz_fibers[to]);
    mz_rt.self = to;
    mz_fiber_set_tp(mz_fibers[to].tp);
    mz_switch(&mz_fibers[from].sp, mz_fibers[to].sp);
}

/* The event to be replayed next, if it is one of the running thread's, whose
 * turn it is so; else NULL. */
MZ_INLINED const struct mz_event *mz_schedule_own_next(void)
{
    const struct mz_event *e =
        &mz_sched.execution->events[mz_sched.position];

    if (MZ_LIKELY(mz_sched.position < mz_sched.known) &&
        e->thread == mz_rt.self &&
        MZ_LIKELY(mz_sched.starter[mz_rt.self] == MZ_NO_THREAD))
        return e;
    return NULL;
}

/* Waits until this thread is to go on from where it stands. Inlined into what
 * the program has called, so that mz_frame_stand knows all that it left. */
MZ_INLINED void mz_schedule_wait(enum mz_stand stand)
{
    mz_tid self = mz_rt.self, next;
    mz_tset bit = mz_tset_of(self);

    mz_frame_stand();
    mz_sched.stands[stand] |= bit;
    if (MZ_UNLIKELY(mz_sched.starter[self] != MZ_NO_THREAD)) {
        mz_schedule_hand_back(self);
    } else {
        if (MZ_LIKELY(mz_sched.position < mz_sched.known))
            next = mz_sched.execution->events[mz_sched.position].thread;
        else
            next = mz_schedule_choose();
        if (next != self) {
            if (MZ_UNLIKELY(!mz_tset_has(mz_sched.live, next)))
                next = mz_schedule_choose(); /* says: not deterministic */
            mz_schedule_switch(next);
        }
    }
    /* Where it stands may have changed while it waited (a join). */
    mz_sched.stands[stand] &= ~bit;
}

MZ_INLINED void mz_turn(enum mz_op kind, uint64_t object, uint8_t mask)
{
    struct mz_stands_at *at;

    if (MZ_UNLIKELY(mz_sched.atomic != MZ_NO_THREAD))
        return;
    if (mz_schedule_own_next()) {
        mz_frame_stand();
        return;
    }
    at = &mz_sched.at[mz_rt.self];
    at->object = object;
    at->kind = kind;
    at->mask = mask;
    mz_schedule_wait(mz_op_blocks(kind) ? MZ_STAND_AWAIT : MZ_STAND_FREE);
}

/* Before the turn of an await, or of an operation on a lock or semaphore: the
 * word that it is about. The condition is looked at whenever a thread must be
 * chosen. */
static inline void mz_schedule_watch(const volatile void *word, uint8_t watched,
                                     uint8_t condition, uint64_t number)
{
    struct mz_stands_at *at = &mz_sched.at[mz_rt.self];

    at->word = (uint64_t)word;
    at->watched = watched;
    at->condition = condition;
    at->number = number;
}

/* What that word holds now; false: it is gone. */
bool mz_schedule_watched(const struct mz_stands_at *, uint64_t *value);

/* Does what it holds keep the thread waiting? Where the word is gone the thread
 * goes on, and fails there. */
bool mz_schedule_waits(const struct mz_stands_at *, uint64_t *value);

MZ_HIDDEN extern uint64_t *mz_schedule_objects; /* [object]: address >> 3 */

/* The running thread has executed the next event. */
MZ_INLINED void mz_schedule_pass(void)
{
    mz_sched.position++;
    mz_sched.last = mz_rt.self;
    mz_rt.region->progress.heartbeat = ++mz_sched.heartbeat;
}

/*
 * The short way of an operation on these bytes that is always enabled, instead
 * of mz_turn and mz_record: if the next event is to be replayed and may be it,
 * that event, whose kind and value are to be compared before mz_schedule_pass;
 * else NULL. (An event without an object has no mask.)
 */
MZ_INLINED const struct mz_event *mz_schedule_foresee(uint64_t object,
                                                      uint8_t mask)
{
    const struct mz_event *e = mz_schedule_own_next();

    if (e && MZ_LIKELY(e->mask == mask) &&
        MZ_LIKELY(mz_schedule_objects[e->object] == object) &&
        MZ_LIKELY(mz_sched.atomic == MZ_NO_THREAD))
        return e;
    return NULL;
}

/* Slow paths of mz_record. */
void mz_schedule_differs(enum mz_op kind, uint64_t object, uint8_t mask,
                         uint64_t value);
void mz_schedule_gather(enum mz_op kind, uint64_t object, uint8_t mask,
                        uint64_t value, uint64_t other);
void mz_schedule_add_universe(struct mz_event *);
uint32_t mz_schedule_object(uint64_t object);

/* value, other: see struct mz_event. */
MZ_INLINED void mz_record(enum mz_op kind, uint64_t object, uint8_t mask,
                          uint64_t value, uint64_t other)
{
    struct mz_event *e;

    if (MZ_UNLIKELY(mz_sched.atomic != MZ_NO_THREAD)) {
        mz_schedule_gather(kind, object, mask, value, other);
        return;
    }
    e = &mz_sched.execution->events[mz_sched.position];
    if (MZ_LIKELY(mz_sched.position < mz_sched.known)) {
        if (MZ_UNLIKELY(e->kind != kind || e->mask != mask ||
                        e->value != value || e->thread != mz_rt.self ||
                        mz_schedule_objects[e->object] != object))
            mz_schedule_differs(kind, object, mask, value);
    } else {
        *e = (struct mz_event){
            .thread = mz_rt.self,
            .kind = kind,
            .mask = mask,
            .object = mz_schedule_object(object),
            .value = value,
            .other = other,
        };
        mz_sched.execution->length = mz_sched.position + 1;
        if (MZ_UNLIKELY(mz_sched.universal))
            mz_schedule_add_universe(e);
    }
    mz_schedule_pass();
}

/* Which bytes of the granule at address `granule` lie in [start, end): the mask
 * of an access that may cross granules. At least one does. */
static inline uint8_t mz_granule_mask(uint64_t granule, uint64_t start,
                                      uint64_t end)
{
    uint64_t from = start > granule ? start - granule : 0;
    uint64_t to = end < granule + 8 ? end - granule : 8;

    return (0xff >> (8 - (to - from))) << from;
}

/* An event without an object: a join (of thread `value`) or a choice. */
void mz_record_local(enum mz_op kind, uint64_t value, uint32_t bound);

/* The execution ends here, for all threads. Never returns. */
_Noreturn void mz_schedule_end(enum mz_outcome);

/* This thread has ended. Never returns. */
_Noreturn void mz_schedule_thread_ended(void);

/* Main has ended, the process has not: returns when all others have ended. */
void mz_schedule_outlive(void);

/* A thread is born: `parent` waits until it stands at its first operation. */
void mz_schedule_start(mz_tid parent, mz_tid child);

/* The position the thread stands at joins a thread that has just ended. */
void mz_schedule_join(mz_tid target);

uint32_t mz_schedule_choice(uint32_t bound);
void mz_schedule_stick(void);   /* a false assumption; never returns */
void mz_schedule_exit(void);    /* returns when all others have stopped */

/*
 * What is executed in between is one event, of all objects that it accesses. A
 * block of the program (`universal`) depends on every event instead: which
 * objects it accesses may depend on what it reads, and a happens-before
 * relation that followed that would not be valid ([AAJS17] Definition 3.2,
 * property 7).
 */
void mz_schedule_atomic_begin(bool universal);
void mz_schedule_atomic_end(void);

/* Makes the list of objects, once, before there are workers. */
void mz_schedule_init_objects(struct mz_arena *, uint32_t capacity);

/* Makes the table of the objects met; once for each that searches. */
void mz_schedule_init(struct mz_arena *, const struct mz_execution *);

/* Runs one execution; the runtime's mz_program. Memory has been restored. */
enum mz_outcome mz_schedule_run(struct mz_chooser *, struct mz_execution *);

#endif

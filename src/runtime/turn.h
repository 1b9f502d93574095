/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Turns: whose operation is the next. A thread that comes to a visible
 * operation waits here until it is to go on (visible.h).
 *
 * While the events of an earlier execution are replayed no one is asked: the
 * next event says whose turn it is. Then the chooser decides. The switch goes
 * from fiber to fiber; a thread that is chosen and runs already just goes on.
 */
#ifndef MZ_RUNTIME_TURN_H
#define MZ_RUNTIME_TURN_H

#include "explore/program.h"
#include "runtime/crossing.h"
#include "runtime/frame.h"
#include "runtime/known_words.h"
#include "runtime/stand.h"

struct mz_turns {
    struct mz_execution *execution;
    struct mz_chooser *chooser;
    uint32_t known;                 /* events to be replayed */
    uint32_t straight;              /* of these, those at which nobody need be
                                       told that a thread is chosen */
    /* A checkpoint keeps what follows as one piece. */
    uint32_t position;              /* events executed so far */
    uint32_t yielded; /* where a thread did last, plus one; 0: nowhere */
    mz_tset live;                   /* born and not ended */
    mz_tset ended_once;             /* ended in this execution */
    mz_tid last;                    /* thread of the last event */
    mz_tid starter[MZ_MAX_THREADS]; /* who waits for its first operation */
    /* Up to here. */
    mz_tid atomic;    /* in an atomic block; its accesses are gathered */
    uint32_t preempted_at; /* in a run for a report: where one was last that
                              could have gone on, plus one; 0: nowhere */
    mz_tid preempted;
    uint32_t atomic_first, atomic_count;
    uint64_t atomic_value;
    bool atomic_universal; /* the block is the program's: depends on all */
    bool atomic_has_written;
    uint32_t atomic_depth; /* the same: so many were begun, one in another */
    bool universal;        /* the program has such blocks */
    enum mz_outcome outcome;
    bool again;      /* it must be run again, with the race detector
                       or with more fibers */
    mz_tid chosen;   /* by the chooser, last: to go on where ... */
    uint32_t chosen_at; /* ... so many events, less one, have been executed */
    mz_tid settled;     /* the same of the execution that is run again, if what
                           was begun there is no event yet; 0: there is none */
    uint32_t settled_at;
    struct mz_suspended search; /* it waits for the execution's end */
    uint64_t heartbeat;
    uint32_t held[MZ_MAX_THREADS]; /* by each, how many locks */
    mz_tset seen_end[MZ_MAX_THREADS]; /* by each: itself, and those whose end
                             it knows of by a join, its own or theirs */
};

MZ_HIDDEN extern struct mz_turns mz_turns;

/* The execution is to be run again, to where it has come: the chooser is not
 * asked again what it was asked there last, after that many events less one; 0:
 * it is asked. */
void mz_turn_settle(mz_tid chosen, uint32_t chosen_at);

/* Slow paths of mz_turn_wait: the last where crossings count. */
mz_tid mz_turn_choose(void);
void mz_turn_arrive(mz_tid self);
void mz_turn_cross(mz_tid to);

/* This thread has been started, and stands: who has started it goes on. */
void mz_turn_hand_back(mz_tid self);

/* The program, or the search, is at work: this is no standstill for the
 * watchdog of the supervisor. */
static inline void mz_turn_beat(void)
{
    mz_rt.region->progress.heartbeat = ++mz_turns.heartbeat;
}

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
static inline bool mz_turn_has_seen_all_end(mz_tid t)
{
    return !mz_tset_some(
        mz_tset_minus(mz_turns.execution->born, mz_turns.seen_end[t]));
}

static inline bool mz_turn_is_alone(void)
{
    return mz_turn_has_seen_all_end(mz_rt.self);
}

/* The same in the midst of inline assembly, whose vectors stay. */
void mz_assembly_switch(mz_tid to) __attribute__((cold));

/* Runs another thread, whose code can be executed; returns when this one is
 * switched to again. */
MZ_INLINED void mz_turn_switch_open(mz_tid to)
{
    mz_tid from = mz_rt.self;
    uint64_t modes = mz_fiber_modes();

    if (MZ_UNLIKELY(mz_rt.keeps_vectors)) {
        mz_assembly_switch(to);
        return;
    }
    mz_fibers[from].modes = modes;
    if (MZ_UNLIKELY((modes ^ mz_fiber_usual_modes) |
                    (mz_fibers[to].modes ^ mz_fiber_usual_modes)))
        mz_float_modes_set(mz_fibers[to].modes);
    mz_rt.self = to;
    mz_fiber_set_tp(mz_fibers[to].tp);
    mz_switch(&mz_fibers[from].left, &mz_fibers[to].left);
}

MZ_INLINED void mz_turn_switch(mz_tid to)
{
    if (MZ_UNLIKELY(mz_crossings_count))
        mz_crossing_switch(to);
    mz_turn_switch_open(to);
}

/* The event to be replayed next, if it is one of the running thread's, whose
 * turn it is so, and nobody need be told; else NULL. */
MZ_INLINED const struct mz_event *mz_turn_own_next(void)
{
    const struct mz_event *e = &mz_turns.execution->events[mz_turns.position];

    if (MZ_LIKELY(mz_turns.position < mz_turns.straight) &&
        e->thread == mz_rt.self &&
        MZ_LIKELY(mz_turns.starter[mz_rt.self] == MZ_NO_THREAD))
        return e;
    return NULL;
}

/* Waits until this thread is to go on from where it stands. Inlined into what
 * the program has called, so that mz_frame_stand knows all that it left. */
MZ_INLINED void mz_turn_wait(enum mz_stand stand)
{
    mz_tid self = mz_rt.self, next;

    mz_frame_stand();
    mz_stand_enter(stand, self);
    if (MZ_UNLIKELY(mz_turns.starter[self] != MZ_NO_THREAD)) {
        mz_turn_arrive(self);
    } else {
        if (MZ_LIKELY(mz_turns.position < mz_turns.straight))
            next = mz_turns.execution->events[mz_turns.position].thread;
        else
            next = mz_turn_choose();
        if (next != self) {
            if (MZ_UNLIKELY(!mz_tset_has(mz_turns.live, next)))
                next = mz_turn_choose(); /* says: not deterministic */
            if (MZ_UNLIKELY(mz_crossings_count))
                mz_turn_cross(next);
            else if (MZ_UNLIKELY(mz_rt.watching))
                mz_known_switch(next);
            else
                mz_turn_switch_open(next);
        }
    }
    mz_stand_leave(stand, self);
}

/* The execution ends here, for all threads. Never returns. */
_Noreturn void mz_execution_end(enum mz_outcome);

/* Ends it if the program could not have ended so: a thread stands at a false
 * assumption, or waited in a loop for what has come since. */
void mz_turn_end_in_vain(void);

/* This thread has ended. Never returns. */
_Noreturn void mz_turn_thread_ended(void);

/* Main has ended, the process has not: returns when all others have ended. */
void mz_turn_outlive(void);

/* A thread is born: `parent` waits until it stands at its first operation. */
void mz_turn_start(mz_tid parent, mz_tid child);

/* Returns when all others have stopped. */
void mz_turn_exit(void);

/* All others have stopped, and what comes goes on: those that wait for one
 * another for ever are in a deadlock. */
void mz_turn_need_no_circle(void);

/* All fibers stand, as mz_turn_choose is called: the search goes on, until it
 * has them go on. */
void mz_turn_pause(void);

/* As a part's moment `checkpoint`. */
void mz_turn_checkpoint(void);

/* Runs one execution; the runtime's mz_program. Memory has been restored. */
enum mz_outcome mz_execution_run(struct mz_chooser *, struct mz_execution *);

#endif

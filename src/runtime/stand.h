/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stands: what each thread that does not run stands at, and whether it can go
 * on from there. A thread that waits does so for the state of an object, which
 * lies in memory: whenever a thread must be chosen it is read there, and the
 * object's automaton (op/object.h) tells whether the operation is enabled.
 *
 * What operations they are (`of`) is written by visible.{h,c}, the sets are
 * written here, and neither elsewhere: the gate sees to that.
 */
#ifndef MZ_RUNTIME_STAND_H
#define MZ_RUNTIME_STAND_H

#include "runtime/runtime.h"
#include "trace/event.h"

/* What a thread stands at, as far as it decides when it can go on. */
enum mz_stand {
    MZ_STAND_FREE,  /* an operation that is always enabled */
    MZ_STAND_AWAIT, /* one that is enabled in some states of its object */
    MZ_STAND_READY, /* a local operation that is enabled */
    MZ_STAND_JOIN,  /* the end of a thread that has not ended */
    MZ_STAND_STUCK, /* a false assumption: for ever */
    MZ_STAND_LOOP,  /* a loop that waits: see loop.h */
    MZ_STAND_EXIT,  /* the end of the process, when all others have stopped */
    MZ_STAND_COUNT
};

struct mz_stands_at {
    uint64_t object; /* its key, or the thread joined; 0: an atomic block */
    uint8_t kind, mask;
    uint8_t action;    /* enum mz_action, for accounts */
    uint8_t condition; /* await: enum mz_condition */
    uint64_t state;    /* lock, semaphore: where its state is, 32 bits or 64
                          (mz_op_is_wide); 0: it does not matter */
    uint64_t number;   /* await: what it compares memory with;
                          compare-exchange: what it expects;
                          wake-up: its ticket */
    uint64_t address;  /* of what it waits for, for accounts; 0: no memory */
    uint64_t pc;       /* where it waits, a return address */
};

struct mz_stands {
    mz_tset sets[MZ_STAND_COUNT]; /* by what they stand at; not the runner */
    struct mz_stands_at of[MZ_MAX_THREADS];
};

MZ_HIDDEN extern struct mz_stands mz_stands;

/* The thread comes to stand there, until it is switched to again. */
MZ_INLINED void mz_stand_enter(enum mz_stand stand, mz_tid t)
{
    mz_tset_add(&mz_stands.sets[stand], t);
}

/* It goes on. What it waited for at a join may have come, or in a loop. */
MZ_INLINED void mz_stand_leave(enum mz_stand stand, mz_tid t)
{
    mz_tset_remove(&mz_stands.sets[stand], t);
    if (stand == MZ_STAND_JOIN || stand == MZ_STAND_LOOP)
        mz_tset_remove(&mz_stands.sets[MZ_STAND_READY], t);
}

/* The thread has ended: those that wait for that can go on. */
void mz_stand_tell_end(mz_tid ended);

/* Does the state of the object that the thread stands at keep it waiting? Where
 * its memory is gone, freed or unmapped or a frame that was left, the thread
 * goes on, and fails there. */
bool mz_stand_waits(mz_tid, uint64_t *state);

/* Do some wait for one another, by locks and joins, or for a lock of a thread
 * that has ended? Then they do for ever, whatever others come to do. */
bool mz_stand_in_circle(void);

/* Those who stand at an operation that is not local, and can go on. */
mz_tset mz_stand_enabled(void);

/* Is it one of them? */
bool mz_stand_is_enabled(mz_tid);

/* One of them: `t`, or if it is none the first; MZ_NO_THREAD: there is none. No
 * more of them are looked at than that needs. */
mz_tid mz_stand_first_enabled(mz_tid t);

/* The object of this key ends, though threads may stand at it that it has let
 * go on: they do by this state of it, which is its last. */
void mz_stand_keep(uint64_t object, uint64_t state);

/* The running thread goes on from where it stood. Is it one of those? Then that
 * is where it finds the state; else NULL. */
uint64_t *mz_stand_kept(void);

/* The operation that the thread stands at, as mz_execution.pending has it. */
void mz_stand_describe(mz_tid, struct mz_event *pending);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Uses of synchronisation objects: what the functions of all of them do alike.
 * Each object lies in memory of the program, where it is initialised, used and
 * destroyed; its own file (runtime/OBJECT.c) knows its state and its rules.
 *
 * A new object keeps a struct mz_destruction in that memory, and writes
 *
 *     static struct mz_use use_of(b, action, pc)      what is done to which
 *     static void check_usable(struct mz_use use)     whether that may be:
 *         mz_use_check(use);
 *         if (its state is none that initialising makes)
 *             mz_use_fails(use, MZ_FAULT_NOT_INITIALISED);
 *         if (it was destroyed)
 *             mz_use_of_destroyed(use, &b->destruction);
 *
 * and calls that before it waits for its turn, so that an error is told though
 * the turn never comes, and after it: others may have run meanwhile. To
 * initialise and to destroy, it announces a plain write, then stands among
 * those who use it (mz_use_updates), then checks again.
 */
#ifndef MZ_RUNTIME_USE_H
#define MZ_RUNTIME_USE_H

#include "runtime/forked.h"
#include "runtime/native_use.h"
#include "runtime/visible.h"

struct mz_use {
    const void *object;
    uint64_t size;
    enum mz_action action;
    uint64_t pc; /* a return address */
};

/* Where an object was destroyed, and by whom. */
struct mz_destruction {
    uint64_t pc;
    uint32_t by; /* the thread's number plus one; 0: it is not destroyed */
    uint32_t unused;
};

/* The memory of the object is there, and what lies in it is ours. */
static inline void mz_use_check(struct mz_use use)
{
    mz_plain_check((uint64_t)use.object, use.size, use.action, use.pc);
    mz_native_check(use.object);
}

/* A step of the account, with no value to tell of. */
static inline void mz_use_tell(struct mz_use use)
{
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(use.action, (uint64_t)use.object, use.size, 0, 0, 0,
                      use.pc);
}

/* The call fails by what the thread itself has done. That depends on nobody
 * else and changes nothing: it is no event, but told, since what goes wrong
 * later may come of it. Returns the error. */
int mz_use_refuse(struct mz_use, int error) MZ_COLD;

/* The use is an error of the program. */
_Noreturn void mz_use_fails(struct mz_use, enum mz_fault) MZ_COLD;
_Noreturn void mz_use_of_destroyed(struct mz_use,
                                   const struct mz_destruction *) MZ_COLD;

/* The running thread destroys an object. */
static inline struct mz_destruction mz_use_destroys(uint64_t pc)
{
    return (struct mz_destruction){.pc = pc, .by = mz_self() + 1};
}

/*
 * Initialising and destroying are plain writes: that they do not overlap with
 * other uses is for the race detector to say. Where it does not look, each is
 * an update of the object, too, so that its order among all uses is explored.
 * Returns the state before it, as this execution's events tell it, since memory
 * that is to be initialised may hold anything; 0 if there is no event.
 *
 * The automaton must know what such an MZ_RMW leaves (mz_OBJECT_after).
 */
uint64_t mz_use_updates(const void *lock, enum mz_object_kind);

/* The same of an object of whose state no automaton can tell what initialising
 * leaves: the event reads what is there. */
void mz_use_reads(const void *lock, const uint32_t *state);

/* Does a thread wait for the object that cannot go on? */
bool mz_use_is_waited_for(const void *lock);

#endif

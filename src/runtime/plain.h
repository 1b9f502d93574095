/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Plain accesses, and what atomics and locks mean for the race detector.
 * --plain=check: checked for races; =interleave: visible operations; =ignore:
 * only checked against the heap.
 */
#ifndef MZ_RUNTIME_PLAIN_H
#define MZ_RUNTIME_PLAIN_H

#include "race/detector.h"
#include "runtime/fiber.h"
#include "runtime/frame.h"
#include "runtime/heap.h"
#include "runtime/turn.h"
#include "runtime/zones.h"

/* Fails with this race; its later side is an access, or this. */
_Noreturn void mz_plain_race(const struct mz_race *);
_Noreturn void mz_plain_race_with(enum mz_side later, const struct mz_race *);

/* Where the heap and all stacks lie, and perhaps more. They are neighbours, if
 * that can be had: then one comparison tells that an address is in neither. */
MZ_HIDDEN extern uint64_t mz_plain_lowest, mz_plain_span;

/* What an access is called of which the account tells no more. */
static inline enum mz_action mz_action_of(enum mz_op kind)
{
    return kind == MZ_READ ? MZ_ACTION_READ : MZ_ACTION_WRITE;
}

/* Fails unless the memory is there: a live block, a frame that was not left. */
static inline void mz_plain_check_place(uint64_t address, size_t size,
                                        enum mz_action action, uint64_t pc)
{
    if (address - mz_plain_lowest >= mz_plain_span)
        return;
    if (mz_heap_has(address))
        mz_heap_check(address, size, action, pc);
    else if (!mz_fiber_has_frame(address))
        mz_frame_use(address, size, action, pc);
}

/* The same, and not in a red zone. Before accesses that compilers announce they
 * ask for that themselves, where there are any. */
static inline void mz_plain_check(uint64_t address, size_t size,
                                  enum mz_action action, uint64_t pc)
{
    mz_zones_check(address, size, action, pc);
    mz_plain_check_place(address, size, action, pc);
}

/*
 * The race detector rests (mz_rt.armed) while nothing can race: as long as no
 * thread that was not alone has made a plain access other than to its own
 * stack, or an access of any kind to another's. At the first one this ends the
 * execution, and it is run again with the detector, as all later ones are. Call
 * it before the turn is taken.
 */
void mz_plain_wake(void);

/* Does nobody look at a plain access of the running thread's to this variable?
 * To its own, mostly: then it need not be told. */
static inline bool mz_plain_is_untold(const void *variable)
{
    return mz_looks_at_plain() == MZ_ACTIVE_ALONE &&
           mz_turns.atomic == MZ_NO_THREAD &&
           mz_fiber_has_frame((uint64_t)variable);
}

/* Before the turn: an object other than plain data is about to be used. */
static inline void mz_plain_wake_for(const volatile void *object)
{
    uint64_t address = (uint64_t)object;

    if (MZ_LIKELY(!mz_rt.asks_for_stacks) || !mz_fiber_any_owns(address))
        return;
    if (mz_rt.armed)
        mz_plain_wake();
    mz_frame_borrow(address);
    mz_frame_order(address);
}

/* A lock is used: it synchronises, and must not race with plain accesses to its
 * memory (its initialisation, its end). */
void mz_plain_synchronise(const void *object, enum mz_sync, uint64_t pc);

/*
 * The function `name` uses an object of libc that is not protected from other
 * threads: MZ_READ and MZ_WRITE conflict as plain accesses do; MZ_RMW is for
 * functions that lock the object (a stream), and conflicts with both. Fails
 * with MZ_FAULT_UNSAFE_CALL.
 */
void mz_plain_unsafe(enum mz_op, const void *object, const char *name,
                     uint64_t pc);
/* The object is a new one: what was done to it before concerns another. */
void mz_plain_forget_unsafe(const void *object);

/* Is the order of initialising and destroying an object among its other uses to
 * be explored? Where the race detector looks, it is not: that finds them to be
 * unordered in any order. */
bool mz_plain_orders_uses(void);

/* An error is about to be told that comes of an object's end: whose, where. */
void mz_plain_destroyed(mz_tid by, uint64_t pc);

/* The same of an error that comes of a thread that waits for the object. */
void mz_plain_waits(mz_tid, uint64_t pc);

/*
 * The same of whole pages, that a call of the kernel is about to change, or
 * looks at: with --plain=interleave within its event, of which private memory
 * is no part. They may be gone, or not to be read.
 */
void mz_plain_pages(enum mz_op, uint64_t start, uint64_t size, uint64_t pc);

/* In a run for a report, after a checked access: if it is the other side of the
 * race that is told of, its call stack is noted. */
void mz_plain_watch(void);
void mz_plain_watch_block(uint64_t address, uint64_t size); /* its allocation */

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Frames that were left: what one thread may use of another's stack. That is
 * what lies between the bottom of the frame in which the other stands and the
 * top of its stack, as long as it lives; main's frame, too, is left when main
 * returns. Thread-local variables lie above a stack, and end with its thread.
 *
 * A use that comes after the frame was left fails. One that comes before, but
 * that nothing orders before it, fails when the frame is left: when its thread
 * ends, or comes to its next visible operation. That is for the race detector
 * to say, so only where it looks for races.
 *
 * Where it does not look, the end of a thread, and main's return, may be
 * operations: each is a write of an object of its own, which others read before
 * they use the thread's stack. They are if it turns out that they must be: a
 * thread has ended, and no join tells it that what others did there was before.
 *
 * Where plain accesses are visible operations, those of a thread to its own
 * stack are none as long as no other has used it: they depend on nothing. At
 * the first such use the search begins anew, and they are: docs/semantics.md.
 *
 * Not seen: a frame that was left where another lies now, and what a thread
 * does to its own.
 */
#ifndef MZ_RUNTIME_FRAME_H
#define MZ_RUNTIME_FRAME_H

#include "runtime/fiber.h"

/* By the running thread, of memory on some stack: fails, or notes the use.
 * `what`: "read", "write", ... */
void mz_frame_use(uint64_t address, size_t size, enum mz_action, uint64_t pc);

/* Before the turn in which the running thread uses another's stack: reads that
 * object, if there are any. */
void mz_frame_order(uint64_t address);

/* Has the thread ended? A visible operation, as its end is from now on: if that
 * is none yet the search begins anew. Not in an atomic block. */
bool mz_frame_has_ended(mz_tid, uint64_t pc);

/* The running thread is about to use this address on some stack: if that is
 * another's, and private so far, the search begins anew. */
void mz_frame_borrow(uint64_t address);

/* The running thread goes on for ever without an operation. Perhaps it waits
 * for what another is to write to its stack, of which it has told the address:
 * if that is private so far, the search begins anew. */
void mz_frame_lend_own(void);

/* Is it on the stack of the thread that runs, which no other has used? */
static inline bool mz_frame_is_private(uint64_t address)
{
    return mz_rt.private_stacks && mz_fiber_has_frame(address) &&
           !mz_rt.region->settings.lent_stacks[mz_rt.self];
}

/* Would that fail? */
bool mz_frame_is_left(uint64_t address);

/* What others did on each thread's stack. */
MZ_HIDDEN extern struct mz_frame_uses {
    _Alignas(64) uint64_t used; /* the least address that another has used, of
                            those not known to be left; UINT64_MAX: none */
    uint64_t end;       /* of the highest such use */
    uint64_t left_at;   /* where the thread ended, or main */
    mz_tset users;      /* who else has used its stack */
    uint64_t ended;     /* the object: 1 when it has */
} mz_frame_uses[MZ_MAX_THREADS];

/* Frames of the running thread are left: those below this address. */
void mz_frame_leave(uint64_t below);

/*
 * The running thread may be switched from: what lies below the function that
 * this is inlined into is no frame of the program. Best that which the program
 * has called; else less is known to be left.
 */
static inline __attribute__((always_inline)) void mz_frame_stand(void)
{
    uint64_t floor = (uint64_t)__builtin_dwarf_cfa();

    mz_fibers[mz_rt.self].floor = floor;
    if (MZ_UNLIKELY(mz_frame_uses[mz_rt.self].used < floor))
        mz_frame_leave(floor);
}

/* The running thread has ended, or leaves all of its frames: which of the two,
 * and where. */
void mz_frame_end(enum mz_side, uint64_t pc);

/* A thread is born. */
void mz_frame_begin(mz_tid);

#endif

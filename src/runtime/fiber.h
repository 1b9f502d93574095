/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fibers: what a program thread consists of as long as all of them share one
 * kernel thread. Each has a stack of its own, with a guard page, and borrows
 * the thread-local storage of a kernel thread that was created before the
 * snapshot and sleeps for ever; so errno, __thread and pthread_self simply
 * work. Fiber 0, main, has the storage of the process's first thread.
 *
 * Kernel threads are most of what a process costs: there are few at first. An
 * execution that needs more is run again when the snapshot has them.
 *
 * Dropping a fiber in the middle of anything is free: nothing is unwound.
 */
#ifndef MZ_RUNTIME_FIBER_H
#define MZ_RUNTIME_FIBER_H

#include "runtime/runtime.h"
#include "runtime/storage.h"

struct mz_fiber {
    _Alignas(64) struct mz_suspended left; /* when it does not run */
    uint64_t tp;         /* thread pointer */
    uint64_t floor, top; /* while it does not run, its frames lie between, and
                            below `top` its storage, too */
    uint64_t modes;      /* of floating point: see mz_float_modes */
    char *stack;         /* lowest usable byte, above the guard page */
    uint64_t first;      /* its frames lie below, as far as they begin there */
    size_t stack_size;
    size_t owned_size;   /* the same, and the thread-local storage above it */
};

MZ_HIDDEN extern struct mz_fiber mz_fibers[MZ_MAX_THREADS];
extern uint32_t mz_fiber_count; /* that exist, at most MZ_MAX_THREADS */

/* How many the execution could not go on without; not more than there are: it
 * could. */
extern uint32_t mz_fiber_wanted;

/* The pages of the running thread's static storage, and of what libc keeps of
 * it behind that. */
struct mz_span {
    uint64_t start, end;
};
struct mz_span mz_fiber_storage_of_now(void);

/* What libc keeps of a thread beside its static TLS. The earliest of all: it
 * calls functions whose last result the program may have. */
void mz_fiber_learn_descriptor(void);

/* As libc does when a thread ends, `pc` being where. */
void mz_fiber_free_texts(uint64_t pc);

/* The program has come to where it is taken over: errno is to be that of now
 * when it goes on. */
void mz_fiber_remember_errno(void);

/* Creates as many, at least. Between executions, while memory is as at the
 * snapshot and is not protected. */
void mz_fiber_add(void);

/* What may be done on stacks, as mmap has it. They are executable if a module
 * asks for that: gcc puts code on them that calls nested functions. */
extern int mz_fiber_rights;

/* A fresh fiber that will run function(argument), which must not return. */
void mz_fiber_prepare(mz_tid, void (*function)(void *), void *argument);

/* All frames of the fiber that runs are left, for good: it runs function
 * (argument), which must not return, where none of them was. */
_Noreturn void mz_fiber_leave_frames(void (*function)(void *), void *argument);

/* Its frames lie below. */
static inline char *mz_fiber_after_leaving(const struct mz_fiber *fiber)
{
    return fiber->stack + fiber->stack_size / 2;
}

/* Where the kernel threads are that lend their storage: code. */
void mz_fiber_tell_parked(uint64_t *code, uint64_t *size);

/* Is this address in the guard page of a fiber? Which? else MZ_NO_THREAD. */
mz_tid mz_fiber_guard(uint64_t address);

/* Is the address on this fiber's stack, or in its thread-local storage (that
 * of main is elsewhere, and counts as a global)? In those of any fiber, or
 * between two of them? */
static inline bool mz_fiber_owns(mz_tid t, uint64_t address)
{
    return address - (uint64_t)mz_fibers[t].stack < mz_fibers[t].owned_size;
}

/* Is it on the stack of the fiber that runs, which has left no frame there? */
static inline bool mz_fiber_has_frame(uint64_t address)
{
    const struct mz_fiber *fiber = &mz_fibers[mz_rt.self];

    return address - (uint64_t)fiber->stack <
           fiber->top - (uint64_t)fiber->stack;
}

/* What the fiber that runs has to itself: its frames, from this address on, and
 * its thread-local storage. */
struct mz_fiber_own {
    uint64_t frames, frames_end;
    uint64_t storage, storage_end;
};

struct mz_fiber_own mz_fiber_own(uint64_t from);

/* Where a thread keeps its variables: thread-local storage, and what libc has
 * above it. The frames of one that does not run; empty if it has none. */
struct mz_fiber_part {
    uint64_t from, to;
};
struct mz_fiber_part mz_fiber_storage(mz_tid);
struct mz_fiber_part mz_fiber_frames(mz_tid);

MZ_HIDDEN extern uint64_t mz_fiber_lowest, mz_fiber_highest;
static inline bool mz_fiber_any_owns(uint64_t address)
{
    return address - mz_fiber_lowest < mz_fiber_highest - mz_fiber_lowest;
}

/*
 * The floating-point environment of C11 7.6: asking for it costs a nanosecond a
 * switch, setting it is rare. Its sticky exception flags are not switched.
 */
static inline uint64_t mz_fiber_modes(void)
{
    return mz_float_modes();
}

MZ_HIDDEN extern uint64_t mz_fiber_usual_modes; /* those of the snapshot */

/* A new fiber has the environment of its creator, who runs. */
void mz_fiber_inherit_modes(struct mz_fiber *);

MZ_HIDDEN extern bool mz_fiber_sets_tp; /* without the kernel */
void mz_fiber_set_tp_by_call(uint64_t tp);

static inline void mz_fiber_set_tp(uint64_t tp)
{
    if (MZ_LIKELY(mz_storage_is_away))
        return;
    if (MZ_LIKELY(mz_fiber_sets_tp))
        mz_thread_pointer_set(tp);
    else
        mz_fiber_set_tp_by_call(tp);
}

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a debugger has to know of a replay: where threads are, which run as
 * fibers on one kernel thread; what step comes next; what each thread waits
 * for. And what it may ask for: to stop before a step, also one that has been
 * taken.
 *
 * The other side is the extension of gdb, src/gdb/mazurka-gdb.py. It reads and
 * writes `mz_debugger`, whose layout it knows by `version`, has a breakpoint at
 * mz_debugger_come, and has the process execute mz_debugger_look and
 * mz_debugger_abandon. Without it a stop is a SIGTRAP, and all else is unused.
 */
#ifndef MZ_RUNTIME_DEBUGGER_H
#define MZ_RUNTIME_DEBUGGER_H

#include "runtime/runtime.h"

enum { MZ_DEBUGGER_VERSION = 1 };

enum mz_debugger_reason {
    MZ_DEBUGGER_STEP,    /* before the one that was asked for */
    MZ_DEBUGGER_FAILURE, /* here is the error */
    MZ_DEBUGGER_LOOP,    /* this thread has done no step for long */
    MZ_DEBUGGER_END,     /* the execution is over */
};

/* A thread that cannot go on, as the last look has it. */
struct mz_debugger_wait {
    uint64_t thread;
    uint64_t action;  /* enum mz_action */
    uint64_t holder;  /* MZ_NOBODY: nobody */
    uint64_t address; /* of what it waits for; 0: nothing that has one */
};

/* All words, so that the layout is plain. */
struct mz_debugger {
    uint64_t version;

    /* Written by the extension. */
    uint64_t is_there;    /* it stops by itself */
    uint64_t goal;        /* before this step, from 1; 0: nowhere */
    uint64_t goal_thread; /* who takes it; MZ_NOBODY: whoever does */
    uint64_t again;       /* the execution is to be begun anew */

    /* Written here. */
    uint64_t reason; /* enum mz_debugger_reason, of the last stop */
    uint64_t wait_count;

    /* Addresses of variables, and sizes. */
    uint64_t waits;
    uint64_t active, self, self_size;
    uint64_t live, live_size; /* a set of threads: bit t of its bytes */
    uint64_t steps;           /* told so far, 8 bytes */
    uint64_t fibers, fiber_count, fiber_size;
    uint64_t fiber_left, fiber_stack, fiber_stack_size, fiber_owned_size;
    uint64_t parked, parked_size; /* code in which kernel threads sleep */
    uint64_t names, bearers, bearer_count;
    uint64_t action_names, action_objects; /* arrays of strings */
};

extern struct mz_debugger mz_debugger;

/* Is this a replay under a debugger? */
static inline bool mz_debugger_is_used(void)
{
    return mz_rt.replaying && mz_rt.region->settings.stop_at_failure;
}

/* The debugger stops here; only if it is used. */
void mz_debugger_stop(enum mz_debugger_reason);

/* Does it want to stop before this step, which the running thread is about to
 * take? Then it has what it wanted. */
bool mz_debugger_stops_before(uint64_t step);

/* A run is over. Is there to be another, for the debugger? */
bool mz_debugger_wants_again(void);

/* For the debugger to stop at, and to call. */
void mz_debugger_come(void);
void mz_debugger_look(void);
_Noreturn void mz_debugger_abandon(void);

#endif

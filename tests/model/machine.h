/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The machine: the state of a script in the middle of an execution, and one
 * step of it. A value: copied to go back.
 *
 * Between steps each thread that lives stands at an operation that is an event
 * (op.h: visible ones, join, choose), or at a false assumption, for ever. What
 * is no event (branches, creation, an unlock of a lock not held, assertions)
 * follows at once after the event before it; a new thread's after its birth. Of
 * a thread that is created again, after its join, the birth is an event (begin),
 * the next one.
 */
#ifndef MZ_MODEL_MACHINE_H
#define MZ_MODEL_MACHINE_H

#include "script.h"
#include "trace/event.h"

enum mz_machine_robust {
    MZ_MACHINE_SOUND,
    MZ_MACHINE_HURT, /* its owner has ended; nobody has made it consistent */
    MZ_MACHINE_LOST, /* and it was unlocked so */
};

struct mz_machine {
    const struct mz_script *script;
    uint64_t
        memory[MZ_SCRIPT_OBJECTS + MZ_SCRIPT_ONCES + 2 * MZ_SCRIPT_THREADS + 1];
    /* The last say whether the thread begins a routine that is run once, and
     * whether it is cancelled. */
    uint64_t registers[MZ_SCRIPT_THREADS][MZ_SCRIPT_REGISTERS + 2];
    mz_tid owner[MZ_SCRIPT_LOCKS]; /* MZ_NO_THREAD: free */
    uint8_t robust; /* the robust mutex: enum mz_machine_robust */
    uint8_t count[MZ_SCRIPT_SEMAPHORES + MZ_SCRIPT_THREADS]; /* who are over */
    mz_group readers[MZ_SCRIPT_RWLOCKS];
    mz_tid writer[MZ_SCRIPT_RWLOCKS]; /* MZ_NO_THREAD: none */
    mz_group queue; /* writers that wait, of the lock that prefers them */
    struct mz_machine_cond {
        mz_group waiting; /* not woken up yet */
        uint64_t worlds;  /* bit s: signals may have chosen the set s of them */
        uint64_t state;   /* as events record it, op/cond.h */
    } conds[MZ_SCRIPT_CONDS];
    /* Their queues: of all bits, two each, and then of each mask at x0. */
    struct mz_machine_cond futexes[MZ_SCRIPT_FUTEXES];
    uint8_t masks; /* that somebody in the script sleeps with: 1 << mask */
    bool chooses;  /* a wake was for some of those with several masks */
    uint64_t ticket[MZ_SCRIPT_THREADS]; /* of its last sleep */
    struct mz_machine_barrier {
        uint8_t arrived, firsts;           /* in all rounds together */
        uint8_t rounds[MZ_SCRIPT_THREADS]; /* that each has arrived for */
    } barriers[MZ_SCRIPT_BARRIERS];
    struct mz_machine_pipe {
        uint16_t held;
        uint8_t items[MZ_SCRIPT_ROOM]; /* the first one first */
        uint8_t armed; /* of a timer, which holds how often it expired */
    } pipes[MZ_SCRIPT_PIPES];
    struct mz_machine_socket {
        bool has_name, listens;
        uint8_t waiting; /* connections that were not accepted */
        mz_tid made_by[MZ_SCRIPT_THREADS]; /* the first one first */
    } sockets[MZ_SCRIPT_SOCKETS];
    uint8_t file; /* at the path: of which socket it is, plus one; 0: none */
    mz_group connected;
    uint8_t flocks[MZ_SCRIPT_DESCRIPTIONS]; /* how each has locked it */
    uint8_t records[MZ_SCRIPT_DESCRIPTIONS][MZ_SCRIPT_PARTS]; /* the parts */
    mz_group inside; /* in the midst of an instruction that is two events: */
    struct mz_instruction parts[MZ_SCRIPT_THREADS]; /* the second of them */
    uint8_t at[MZ_SCRIPT_THREADS]; /* the instruction that is next */
    uint8_t look[MZ_SCRIPT_THREADS]; /* where a thread stands that looks for
                                        signals: see machine.c; 0: it does not */
    uint8_t back[MZ_SCRIPT_THREADS]; /* where it goes on after the handler */
    mz_group looked;  /* since the event before */
    mz_group at_once; /* what it finds it takes */
    mz_group aside;   /* another look follows */
    mz_group sending_itself; /* no other look follows the handler */
    mz_group asked;   /* a semaphore's value, before it waits for that */
    mz_group masked, handling;
    mz_group signalled, expecting; /* in some thread of the script; another */
    uint8_t handler;  /* where it begins, or the code of thread 0 ends */
    mz_group born;
    mz_group ended;
    mz_group joined; /* or outlived, and not created again */
    mz_group detached;
    mz_group begins;  /* created again: stands at its begin */
    mz_group stuck;   /* at a false assumption */
    bool failed;      /* an assertion did; nothing follows */
    mz_group targets; /* of cancellation, somewhere in the script */
    uint8_t adds[MZ_SCRIPT_OBJECTS]; /* to which bytes of it additions commute */
    bool blocks; /* the script has atomic blocks: see MZ_MACHINE_UNIVERSE */

    uint32_t length;                  /* events executed */
    uint32_t last[MZ_SCRIPT_THREADS]; /* each thread's last, MZ_NONE */
    struct mz_birth births[MZ_SCRIPT_THREADS];
};

/* The script is borrowed. */
void mz_machine_start(struct mz_machine *, const struct mz_script *);

/* The threads that can go on, local operations included. Empty: the end. */
mz_group mz_machine_enabled(const struct mz_machine *);

/*
 * The operation a live thread stands at, as in mz_execution.pending, without
 * further accesses: of the kind of its success; at a block: a read without an
 * object. At a false assumption: MZ_CHOOSE without an object, which depends on
 * nothing.
 */
struct mz_event mz_machine_pending(const struct mz_machine *, mz_tid);

/* The kind of that. */
enum mz_op mz_machine_kind(const struct mz_machine *, mz_tid);

/* How many outcomes the thread's next step has: the bound of a choose, or 1. */
uint32_t mz_machine_outcomes(const struct mz_machine *, mz_tid);

/*
 * Executes the next operation of an enabled thread; `choice` is the value of a
 * choose. The event's further accesses are stored to `more`, what their bytes
 * held to `before`, their number is in its `bound`; its `more` is the caller's
 * to set.
 */
struct mz_event mz_machine_step(struct mz_machine *, mz_tid, uint32_t choice,
                                struct mz_access more[MZ_SCRIPT_CODE],
                                uint64_t before[MZ_SCRIPT_CODE]);

/* How the execution ended, when no thread is enabled. */
enum mz_outcome mz_machine_outcome(const struct mz_machine *);

/* Are two machines of one script in the same state, history apart? */
bool mz_machine_same(const struct mz_machine *, const struct mz_machine *);

/*
 * Objects are numbered from 0: memory, then these. If a script has atomic
 * blocks, they write one more object and do nothing else to be seen, and every
 * other event that is not local reads it: blocks depend on all.
 */
enum {
    MZ_MACHINE_ONCES = MZ_SCRIPT_OBJECTS, /* which are memory */
    MZ_MACHINE_CANCELS = MZ_MACHINE_ONCES + MZ_SCRIPT_ONCES,  /* the same */
    MZ_MACHINE_SENT = MZ_MACHINE_CANCELS + MZ_SCRIPT_THREADS, /* the same */
    MZ_MACHINE_ACTIONS = MZ_MACHINE_SENT + MZ_SCRIPT_THREADS, /* the same */
    MZ_MACHINE_LOCKS,
    MZ_MACHINE_SEMAPHORES = MZ_MACHINE_LOCKS + MZ_SCRIPT_LOCKS,
    MZ_MACHINE_RWLOCKS =
        MZ_MACHINE_SEMAPHORES + MZ_SCRIPT_SEMAPHORES + MZ_SCRIPT_THREADS,
    MZ_MACHINE_CONDS = MZ_MACHINE_RWLOCKS + MZ_SCRIPT_RWLOCKS,
    MZ_MACHINE_FUTEXES = MZ_MACHINE_CONDS + MZ_SCRIPT_CONDS,
    MZ_MACHINE_BARRIERS = MZ_MACHINE_FUTEXES + MZ_SCRIPT_FUTEXES, /* two each */
    MZ_MACHINE_PIPES = MZ_MACHINE_BARRIERS + 2 * MZ_SCRIPT_BARRIERS,
    MZ_MACHINE_NUMBERS = MZ_MACHINE_PIPES + MZ_SCRIPT_PIPES, /* two each */
    MZ_MACHINE_FLOCK = MZ_MACHINE_NUMBERS + 2 * MZ_SCRIPT_PIPES,
    MZ_MACHINE_RECORDS,
    MZ_MACHINE_FILES, /* their numbers */
    MZ_MACHINE_NAMES = MZ_MACHINE_FILES + MZ_SCRIPT_FILES, /* of sockets */
    MZ_MACHINE_SENDER, /* of all datagrams */
    MZ_MACHINE_PATHS,
    MZ_MACHINE_TABLE, /* of numbers */
    MZ_MACHINE_SOCKETS, /* then the numbers of these, of clients, and others */
    MZ_MACHINE_LISTENERS = MZ_MACHINE_SOCKETS + MZ_SCRIPT_SOCKETS,
    MZ_MACHINE_CLIENTS = MZ_MACHINE_LISTENERS + MZ_SCRIPT_SOCKETS,
    MZ_MACHINE_ACCEPTED = MZ_MACHINE_CLIENTS + MZ_SCRIPT_THREADS,
    MZ_MACHINE_UNIVERSE = MZ_MACHINE_ACCEPTED + MZ_SCRIPT_THREADS,
    MZ_MACHINE_OBJECTS,
};

#endif

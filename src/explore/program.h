/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The seam between search and runtime: a program runs an execution.
 *
 * The search knows nothing of processes, fibers or memory; it sees events. The
 * runtime implements this for native programs, tests/model for little scripts.
 */
#ifndef MZ_EXPLORE_PROGRAM_H
#define MZ_EXPLORE_PROGRAM_H

#include "trace/event.h"

/* What the chooser is told when a thread must be chosen. */
struct mz_enabled {
    mz_tset threads; /* those that can go on, never empty, none local */
    mz_tset waiting; /* those that cannot, until others do something */
    mz_tid running;  /* the thread of the last event, main at the beginning; it
                        need not be enabled */
    bool yielding;   /* that thread asks for others to go first */
    mz_tset spinning; /* those that have been stopped in loops that wait: by
                         what they have read since rounds[thread], a position;
                         MZ_NONE: not by that alone */
    const uint32_t *rounds;

    /* What one of `threads` is about to do, as mz_execution.pending has it, its
     * further accesses in execution->accesses until the execution goes on.
     * False: it cannot be told. */
    bool (*look)(const struct mz_enabled *, mz_tid, struct mz_event *);
    const void *context; /* of whoever looks */
};

/* What a run asks, beyond the events that it replays. */
struct mz_chooser {
    /* One of enabled->threads, or MZ_NO_THREAD to stop the execution here. */
    mz_tid (*choose)(struct mz_chooser *, const struct mz_execution *,
                     const struct mz_enabled *);
    /* A value below `bound` for a choose operation of `thread`. */
    uint32_t (*value)(struct mz_chooser *, const struct mz_execution *,
                      mz_tid thread, uint32_t bound);
    /* No thread can go on. Is that no end, as one of them waits for what has
     * come, and goes on in another execution? Then this one ends as if no
     * thread had been chosen. NULL: it always is the end. */
    bool (*ends_in_vain)(struct mz_chooser *, const struct mz_execution *);
    /* Memory is weak, and the event, which bears the kind of its success, is
     * about to be executed: says in `source` which write it reads from, in
     * `is_last` whether what it writes is last in the order of modification, of
     * all events executed so far. The rest of `order` is known but for what
     * depends on that. */
    void (*serve)(struct mz_chooser *, const struct mz_execution *,
                  const struct mz_event *, struct mz_access_order *order);
    /* A thread that has executed so many events in a row is told as yielding.
     * 0: no thread is. */
    uint32_t turn_length;
    /* For now it chooses as mz_path_default does, so it need not be asked which
     * thread goes on; values it is asked for. */
    bool goes_by_default;
    /* The same of so many choices to come: the thread of the last event goes
     * on, if it can and does not yield; else, or if others were asked whom to
     * choose, of none. */
    uint32_t goes_on;
};

struct mz_program {
    /*
     * Runs one execution from the initial state. The events that `execution`
     * holds at the call are replayed, and checked: an operation other than the
     * recorded one is an error of the program, which is not deterministic.
     * From there on `chooser` decides, except that local operations (op.h) are
     * executed as soon as they are enabled. New events are appended, births are
     * noted; pending operations and so on describe the run when it returns.
     */
    enum mz_outcome (*run)(struct mz_program *, struct mz_chooser *,
                           struct mz_execution *execution);
};

#endif

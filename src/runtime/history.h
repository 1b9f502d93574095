/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mz_linearizable, in the process that searches: what becomes of the calls in
 * an execution, and whether that is explained (src/history) when it ends.
 */
#ifndef MZ_RUNTIME_HISTORY_H
#define MZ_RUNTIME_HISTORY_H

#include "history/sequential.h"
#include "mazurka.h"
#include "runtime/runtime.h"
#include "trace/happens_before.h"

enum { MZ_MOST_CALLED_THREADS = 32 };

/* What an execution notes of its calls. In memory of the program, which is
 * rolled back. */
struct mz_call_log {
    uint32_t scenario; /* plus one; 0: not known yet */
    uint32_t survivor; /* the column that is never stopped, plus one */
    void *instance;    /* of the object */
    uint16_t threads[MZ_MAX_COLUMNS];
    uint32_t begun, ended;       /* calls; bits */
    uint32_t from[MZ_MAX_CALLS]; /* events before it began, */
    uint32_t to[MZ_MAX_CALLS];   /* and before it ended */
    int64_t results[MZ_MAX_CALLS];
    /* Threads that calls have created, or threads of these. */
    uint32_t created_count;
    struct {
        uint16_t thread;
        uint16_t call;
        uint32_t from; /* events before that */
    } created[MZ_MOST_CALLED_THREADS];
};

/* All that was made before the search; the search only reads it. */
struct mz_history_plan {
    uint32_t count; /* of scenarios: */
    bool are_drawn; /* there are others */
    const struct mz_columns *columns;
    const struct mz_sequential *sequential;
    const struct mz_operation *operations; /* struct of mazurka.h */
    bool by_threads; /* sequential consistency is asked for */
    enum mz_freedom progress; /* of mazurka.h: what else is asked for */
    uint32_t steps;  /* with that: of a call alone, at most */
    struct mz_call_log *log;
};

/* Before the search, natively; NULL: none of the tests to come is one of
 * histories. */
void mz_history_set_plan(const struct mz_history_plan *);

/* A scenario is chosen, of which the calls are to come. */
void mz_history_choose(uint32_t scenario);

/* A call begins, and has returned. */
void mz_history_begins(uint32_t call);
void mz_history_ends(uint32_t call, int64_t result);

/* A thread has been created by another. */
void mz_history_born(mz_tid parent, mz_tid child);

/* In each process that searches: takes from its arena. */
void mz_history_prepare(struct mz_arena *, const struct mz_execution *,
                        enum mz_relation);

/* Threads have stopped at false assumptions, and no other can go on. On a
 * fiber; fails if what was returned is not explained. */
void mz_history_look(void);

/* The same where the process is about to end as it should. Refuses where calls
 * have not returned: nothing would be known of them. */
void mz_history_end(void);

/* No thread can go on. Fails if what was returned is not explained; else
 * whether the model waits, too, wherever a thread does. */
bool mz_history_allows_deadlock(void);

/* An execution that was not explained is told: all its events, in an order that
 * shows it. Returns their number. */
uint32_t mz_history_linearize(const struct mz_happens_before *,
                              const struct mz_execution *, uint32_t *order);

/* What is looked at now; NULL: no calls are, or none have been chosen yet. */
const struct mz_history_plan *mz_history_now(void);

/* The call that a column is in; MZ_NONE: it is in none. */
uint32_t mz_history_call_of(uint32_t column);

/*
 * A call of the survivor goes no further, while others were stopped. Does the
 * model wait there, too, in some order of the calls? Fails if what was returned
 * is not explained at all.
 */
bool mz_history_allows_waiting(uint32_t call);

/* In a run for a report, as it ends: which calls there were. */
void mz_history_tell(void);

#endif

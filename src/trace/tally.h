/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a search counts: one row each, from which follow the fields, what the
 * workers' counts come to together, the region, JSON and the text. Who counts
 * adds one to the field of its tally, and nothing else.
 *
 * SUM: of several workers, added up. MOST: the largest. DIRECT: a sum that is
 * counted in the region itself, at once, by whoever notices; the other kinds
 * are copied there after each execution.
 */
#ifndef MZ_TRACE_TALLY_H
#define MZ_TRACE_TALLY_H

#include "base/base.h"

/*
 * Field, key in JSON (NULL: not told), what the text's summary says after
 * it, if it is not 0 (NULL: nothing, or more than that: see report/text.c).
 *
 * executions: maximal ones, those that ended in a deadlock or error included
 * blocked: cut because every enabled thread sleeps
 * assume_blocked: maximal, but with a false assumption
 * loop_blocked: maximal, but in a loop that waits some thread has read what was
 *   changed later: another execution is the one in which it goes on; or one
 *   that waits was to be cancelled, and is so in another
 * cut_short: not maximal: they have come to as many events as there may be
 * dropped: that were run, however they ended, before the search began anew
 *   with what it had learnt in them; nothing else counts them
 * deadlocked: of the executions, those that deadlock
 * spins: threads that were stopped in a loop that waits, or have come to a spin
 *   lock beside others: an unfair scheduler need not let those end
 * late: of the spins, those in loops that read the clock: when more time had
 *   passed their threads might have done something else
 * counted: how often a thread was stopped in a loop that counts its rounds, or
 *   has rushed to its end, with nobody in between
 * unmet: of the loop_blocked, those in which nobody can go on, but for threads
 *   in loops that wait, which might have met in the midst of their rounds
 * audited: accesses; see runtime/audit.h
 * race_checked: of the executions and the assume_blocked together
 * traces: how many of the executions are not equivalent to one before, if that
 *   is asked for (trace/traces.h)
 * events: without those that were replayed, and those of the graph that an
 *   execution was made of; events_run: with them
 * errors: findings, those that are not stored included
 * threads: in one execution
 * bounds: on preemptions, that iterative has explored to the end
 * largest: nodes of the largest backtrack set or wakeup tree
 */
/* clang-format off */
#define MZ_COUNTERS(SUM, DIRECT, MOST)                                         \
    SUM(executions, "executions", NULL)                                        \
    SUM(blocked, "blocked", "more blocked")                               \
    SUM(assume_blocked, "assume_blocked", "more with a false assumption") \
    SUM(loop_blocked, "loop_blocked", "more cut where a thread waits")         \
    SUM(cut_short, "cut_short", "more cut at --max-events")                    \
    SUM(dropped, "begun_anew_after", "more before it began anew")              \
    SUM(deadlocked, "deadlocked", NULL)                                        \
    SUM(traces, NULL, "distinct traces")                                       \
    DIRECT(spins, NULL, NULL)                                                  \
    DIRECT(late, NULL, NULL)                                                   \
    DIRECT(counted, NULL, NULL)                                                \
    DIRECT(unmet, NULL, NULL)                                                  \
    DIRECT(audited, "audited", NULL)                                           \
    SUM(race_checked, "race_checked", NULL)                                    \
    SUM(events, "events", NULL)                                                \
    SUM(events_run, "events_run", NULL)                                        \
    DIRECT(errors, NULL, NULL)                                                 \
    MOST(threads, "threads", NULL)                                             \
    MOST(bounds, "bounds", "preemption bound(s) explored to the end")          \
    MOST(largest, "largest_tree", NULL)
/* clang-format on */

struct mz_tally {
#define X(name, key, phrase) uint64_t name;
    MZ_COUNTERS(X, X, X)
#undef X
};

/* Executions that were run, however they ended. */
static inline uint64_t mz_tally_run(const struct mz_tally *t)
{
    return t->executions + t->blocked + t->assume_blocked + t->loop_blocked +
           t->cut_short;
}

/* Those of which --max-executions allows so many. */
static inline uint64_t mz_tally_limited(const struct mz_tally *t)
{
    return t->executions + t->cut_short;
}

/* Adds what another one has counted. */
static inline void mz_tally_add(struct mz_tally *sum, const struct mz_tally *t)
{
#define SUM(name, key, phrase) sum->name += t->name;
#define MOST(name, key, phrase) \
    if (t->name > sum->name)    \
        sum->name = t->name;
    MZ_COUNTERS(SUM, SUM, MOST)
#undef SUM
#undef MOST
}

/* Takes over what was counted there directly. */
static inline void mz_tally_take_direct(struct mz_tally *tally,
                                        const struct mz_tally *there)
{
#define NOT(name, key, phrase)
#define DIRECT(name, key, phrase) tally->name = there->name;
    MZ_COUNTERS(NOT, DIRECT, NOT)
#undef NOT
#undef DIRECT
}

#endif

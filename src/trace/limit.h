/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Limits: why a search has found no error and yet is not `safe`, or has perhaps
 * not found all errors. A row each: what it is called, and, if all executions
 * were explored and that is not all there is, what is told of it; of a search
 * that was stopped, or cut down, "", since its name says enough. What can be
 * done about it report/hint knows.
 *
 * `{races}` stands for how many data races were suppressed.
 */
#ifndef MZ_TRACE_LIMIT_H
#define MZ_TRACE_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

/* clang-format off */

/* What one execution can meet: these are kinds of findings, too. `stopped`: by
 * the user, in a replay; or by the supervisor, who knows the reason. */
#define MZ_LIMITS_OF_EXECUTIONS(X)                                             \
    X(EVENTS, "max-events", "")                                                \
    X(WATCHDOG, "watchdog", "")                                                \
    X(STOPPED, "stopped", "")

#define MZ_LIMITS(X)                                                           \
    X(NONE, "", "")                                                            \
    MZ_LIMITS_OF_EXECUTIONS(X)                                                 \
    X(EXECUTIONS, "max-executions", "")                                        \
    X(PREEMPTIONS, "preemptions", "")                                          \
    X(SWITCHES, "context-switches", "")                                        \
    X(MEMORY, "memory", "")                                                    \
    X(TIMEOUT, "timeout", "")                                                  \
    X(INTERRUPT, "interrupt", "")                                              \
    X(CHECKPOINT, "checkpoint", "")   /* it is kept, and goes on */            \
    X(ELSEWHERE, "elsewhere", "")     /* another rank has ended */             \
    X(KILLED, "killed", "")                                                    \
    X(PART, "part-of-a-search", "")                                            \
    X(UNFORESEEN, "a step that was not foreseen",                              \
      "") /* after errors, or for code that is not instrumented */             \
    X(OTHER_ERROR, "another-error", "") /* than those of the property */       \
    X(WIDE, "choices too wide to explore", "")                                 \
    X(DRAWN, "scenarios-drawn", "")   /* mz_linearizable: there are more */    \
    X(NO_REFERENCE, "no-reference-output", "")                                 \
    /* all was explored */                                                     \
    X(NOT_SEEN, "not-seen", "not everything was seen")                         \
    X(SUPPRESSED, "suppressed", "{races} suppressed")                          \
    X(RACE_SAMPLE, "race-sample", "not all checked for data races")            \
    X(NOTHING_SHOWN, "nothing-shown", "none comes to its end")                 \
    X(TIME_OUTS, "time-outs",                                                  \
      "a loop that reads the clock was not followed for ever")                 \
    X(COUNTED, "counted-rounds",                                               \
      "only the first rounds of a loop that counts them")                      \
    X(NOT_MET, "rounds-not-met",                                               \
      "whether threads in loops wait for ever was not found out")              \
    X(MEMORY_NOT_SEEN, "memory-not-seen",                                      \
      "not all memory errors are looked for")                                  \
    X(TERMINATION, "termination-not-shown",                                    \
      "that loops that wait end is not shown")                                 \
    X(OVERFLOW, "overflow-not-seen", "not all operations are checked")         \
    X(UNINITIALISED, "uninitialised",                                          \
      "with one value of what nobody has written")
/* clang-format on */

enum mz_limit {
#define X(id, name, told) MZ_LIMIT_##id,
    MZ_LIMITS(X)
#undef X
        MZ_LIMIT_COUNT
};

extern const char *const mz_limit_names[MZ_LIMIT_COUNT]; /* of none "" */
extern const char *const mz_limit_told[MZ_LIMIT_COUNT];  /* or "" */

#endif

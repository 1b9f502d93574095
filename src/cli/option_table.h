/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The options of `mazurka check`: one row each, from which the fields of struct
 * mz_request, the command line, --help, the settings of the checked process and
 * what a report tells of them are made. The man page has a paragraph of each.
 * Here, there, and in --help they stand in the same order: in each group, what
 * more people need comes first.
 *
 * Kind (see option.h), field, name, and what struct mz_option has besides. What
 * only some algorithms can do has the name of the ability (algorithm.h); --help
 * says which these are after what is said here.
 */
#ifndef MZ_CLI_OPTION_TABLE_H
#define MZ_CLI_OPTION_TABLE_H

/* clang-format off */
#define MZ_OPTIONS(X)                                                          \
    X(SECONDS, timeout, "timeout", .value = "SECONDS", .least = 1,             \
      .group = MZ_GROUP_LIMITS,                                                \
      .help = "Stop after this time: 10, 0.5, 5m, 2h",                         \
      .is_told = true)                                                         \
    X(JOBS, jobs, "jobs", .value = "N|auto", .letter = 'j', .initial = "1",    \
      .least = 1, .most = MZ_MAX_JOBS, .idle = "1", .group = MZ_GROUP_LIMITS,  \
      .help = "Search with N worker processes; auto: as many as there "        \
              "are processors",                                                \
      SETTING(jobs), .is_told = true)                                          \
    X(FLAG, keep_going, "keep-going", .letter = 'k', .group = MZ_GROUP_LIMITS, \
      .help = "Do not stop at the first error: find all",                      \
      SETTING(keep_going), .is_told = true)                                    \
    X(COUNT, explained, "explain", .value = "N", .initial = "64", .least = 1,  \
      .most = MZ_MAX_FINDINGS, .group = MZ_GROUP_LIMITS,                       \
      .help = "With --keep-going: tell how the first N errors come about, "    \
              "of others only what and where they are; default: 64")           \
    X(COUNT, max_executions, "max-executions", .value = "N",                   \
      .least = 1, .most = INT64_MAX, .group = MZ_GROUP_LIMITS,                 \
      .help = "Stop after N executions",                                       \
      SETTING(max_executions), .is_told = true)                                \
    X(TEXT, checkpoint, "checkpoint", .value = "FILE[:SECONDS]",               \
      .group = MZ_GROUP_LIMITS,                                                \
      .help = "Keep in FILE what is left to explore when the search is "       \
              "stopped, and each so many SECONDS, for 'mazurka resume'")       \
    X(CHOICE, simplest, "simplest", .value = "on|off", .initial = "on",        \
      .group = MZ_GROUP_LIMITS,                                                \
      .help = "After an error, look for an execution with the same "           \
              "error that is easier to read; default: on",                     \
      SETTING(simplest), .names = switch_names)                                \
    X(CHOICE, critical, "critical", .value = "on|off", .initial = "on",        \
      .group = MZ_GROUP_LIMITS,                                                \
      .help = "After an error, look for the last step before which it "        \
              "could be avoided; default: on",                                 \
      SETTING(critical), .names = switch_names)                                \
    X(BOUND, preemptions, "preemptions", .value = "N", .most = 1000000,        \
      .group = MZ_GROUP_LIMITS,                                                \
      .help = "Explore only executions with at most N preemptions: a "         \
              "thread that could go on does not",                              \
      SETTING(preemptions), .is_told = true)                                   \
    X(BOUND, context_switches, "context-switches", .value = "N",               \
      .most = 1000000, .group = MZ_GROUP_LIMITS,                               \
      .help = "Explore only executions with at most N switches from one "      \
              "thread to another",                                             \
      SETTING(context_switches), .is_told = true)                              \
    X(COUNT, max_events, "max-events", .value = "N", .initial = "1000000",     \
      .least = 1, .most = 100000000, .group = MZ_GROUP_LIMITS,                 \
      .help = "Cut executions of more than N visible operations; default: "    \
              "1000000, and 1000 once an execution has met that",              \
      SETTING(max_events), .is_told = true)                                    \
    X(CHOICE, counted_rounds, "counted-rounds", .initial = "auto",             \
      .group = MZ_GROUP_LIMITS,                                                \
      .help = "Of a loop that counts its rounds while it waits: explore "      \
              "all, the first two (what follows with nobody in between), "     \
              "or, the default, auto, the first two if there are too many",    \
      .names = counted_names, SETTING(counted), .is_told = true)               \
    X(SECONDS, watchdog, "watchdog", .value = "SECONDS", .initial = "5",       \
      .group = MZ_GROUP_LIMITS,                                                \
      .help = "End the search if the program does no visible operation "       \
              "for so long; 0: wait for ever; default: 5",                     \
      .is_told = true)                                                         \
    X(FLAG, verbose, "verbose", .letter = 'v', .group = MZ_GROUP_REPORT,       \
      .help = "Say more: all steps, whole call stacks, the algorithm's "       \
              "figures")                                                       \
    X(FLAG, quiet, "quiet", .letter = 'q', .group = MZ_GROUP_REPORT,           \
      .help = "Show no progress, and tell of nothing but the report")          \
    X(CHOICE, format, "format", .initial = "text", .group = MZ_GROUP_REPORT,   \
      .help = "What the report is written as; default: text",                  \
      .names = format_names)                                                   \
    X(TEXT, output, "output", .value = "FILE", .letter = 'o',                  \
      .group = MZ_GROUP_REPORT,                                                \
      .help = "Write the report to FILE, not to standard output")              \
    X(TEXT, html, "html", .value = "FILE", .group = MZ_GROUP_REPORT,           \
      .help = "Write the report to FILE, too, as a page for a browser")        \
    X(CHOICE, colour, "color", .value = "auto|always|never",                   \
      .initial = "auto", .group = MZ_GROUP_REPORT,                             \
      .help = "Colours in the text; auto, the default: where it goes to "      \
              "a terminal",                                                    \
      .names = colour_names)                                                   \
    X(TEXT, witness, "witness", .value = "FILE", .group = MZ_GROUP_REPORT,     \
      .help = "With --property: write a witness, as SV-COMP has them, "        \
              "to FILE, too: .yml (2.0) or .graphml (1.0)")                    \
    X(FLAG, stats, "stats", .group = MZ_GROUP_REPORT,                          \
      .help = "Tell how often the search did what, and how long that "         \
              "took",                                                          \
      SETTING(statistics))                                                     \
    X(FLAG, count_traces, "count-traces", .group = MZ_GROUP_REPORT,            \
      .help = "Tell how many Mazurkiewicz traces the executions are",          \
      SETTING(count_traces))                                                   \
    X(CHOICE, plain, "plain", .initial = "check", .group = MZ_GROUP_ERRORS,    \
      .help = "Accesses that are not atomic: report data races between "       \
              "them (check, the default), interleave them like atomic "        \
              "ones, or neither",                                              \
      .names = plain_names, SETTING(plain), .is_told = true)                   \
    X(TEXT, suppressions, "suppressions", .value = "FILE",                     \
      .group = MZ_GROUP_ERRORS,                                                \
      .help = "Do not report data races that match a line race:PATTERN "       \
              "of FILE, as ThreadSanitizer has them",                          \
      .is_told = true)                                                         \
    X(FLAG, leaks, "leaks", .group = MZ_GROUP_ERRORS,                          \
      .help = "Blocks of the heap that nobody can reach any more when "        \
              "the process ends are errors",                                   \
      SETTING(leaks), .is_told = true)                                         \
    X(FLAG, uninitialised, "uninitialised", .group = MZ_GROUP_ERRORS,          \
      .help = "Reads of bytes of the heap, or of local variables, that "       \
              "nobody has written are errors",                                 \
      SETTING(uninitialised), .is_told = true)                                 \
    X(FAILURES, fail, "fail", .value = "CALL,...[:N]", .most = 1000000,        \
      .group = MZ_GROUP_ERRORS,                                                \
      .help = "Explore what happens if calls of these fail, up to N "          \
              "(default: 1) in each thread: malloc, new, "                     \
              "pthread_create, open, read, write ...",                         \
      .is_told = true)                                                         \
    X(COUNT, spurious, "spurious", .value = "N", .initial = "0",               \
      .most = 1000000, .group = MZ_GROUP_ERRORS,                               \
      .help = "The first N waits of each thread for condition variables "      \
              "may also end without a signal; default: 0",                     \
      SETTING(spurious), .is_told = true)                                      \
    X(EXPECTED, expect_output, "expect-output",                                \
      .value = "WHAT", .group = MZ_GROUP_ERRORS,                               \
      .help = "It is an error if executions differ in what they write "        \
              "to the standard output (same), or in what is in these "         \
              "files at the end (same:FILE,...), or if the output is "         \
              "not what is in FILE (as:FILE)",                                 \
      .is_told = true)                                                         \
    X(CHOICE, volatiles, "volatile", .initial = "plain",                       \
      .group = MZ_GROUP_ERRORS,                                                \
      .help = "Accesses of volatile objects: plain ones, as C has it "         \
              "(the default), or relaxed atomic ones",                         \
      .names = volatile_names, SETTING(atomic_volatiles),                      \
      .is_told = true)                                                         \
    X(PROPERTY, property, "property", .value = "NAME|FILE",                    \
      .group = MZ_GROUP_ERRORS,                                                \
      .help = "Only what violates this property of SV-COMP is an error: "      \
              "unreach-call, no-data-race, valid-memsafety, "                  \
              "no-overflow, termination, or that in FILE",                     \
      SETTING(property), .is_told = true)                                      \
    X(COUNT, race_sample, "race-sample", .value = "PERCENT",                   \
      .initial = "100", .most = 100, .group = MZ_GROUP_ERRORS,                 \
      .help = "Look for data races in this share of the executions; "          \
              "default: 100",                                                  \
      SETTING(race_sample), .is_told = true)                                   \
    X(CHOICE, expect, "expect", .value = "KIND", .initial = "none",            \
      .group = MZ_GROUP_ERRORS,                                                \
      .help = "An error of this KIND, and no other, is to be found: "          \
              "then the exit status is 0, else 42",                            \
      .names = expected_names, .is_told = true)                                \
    X(NAMES, trust, "trust", .value = "NAME|all", .group = MZ_GROUP_UNSEEN,    \
      .help = "What is not seen of this library, object, archive or "          \
              "function does not matter; may be repeated",                     \
      .is_told = true)                                                         \
    X(FLAG, preload, "preload", .group = MZ_GROUP_UNSEEN,                      \
      .help = "PROGRAM was not built by 'mazurka cc': what it does by "        \
              "calls of libc is explored, its accesses to memory are "         \
              "not seen",                                                      \
      .is_told = true)                                                         \
    X(FLAG, share_files, "share-files", .group = MZ_GROUP_UNSEEN,              \
      .help = "Let executions change files for good, and see what "            \
              "others did",                                                    \
      SETTING(share_files), .is_told = true)                                   \
    X(CHOICE, assembly, "asm", .initial = "refuse", .group = MZ_GROUP_UNSEEN,  \
      .help = "Inline assembly in FILE.c that is not understood: do not "      \
              "compile it (the default), or go on, and say so",                \
      .names = assembly_names, .is_told = true)                                \
    X(AUDIT, audit, "audit", .value = "ACCESSES|all|off|auto",                 \
      .initial = "auto", .least = 1, .most = INT64_MAX,                        \
      .group = MZ_GROUP_UNSEEN,                                                \
      .help = "Trust no compiler: catch so many accesses to memory of "        \
              "the first execution, or all of each, and tell those that "      \
              "were not instrumented; default: auto, which is 300",            \
      .is_told = true)                                                         \
    X(CHOICE, algorithm, "algorithm", .value = "NAME", .initial = "pop",       \
      .group = MZ_GROUP_SEARCH,                                                \
      .help = "How to search: a name that 'mazurka algorithms' lists; "        \
              "default: pop",                                                  \
      .names = algorithm_names, .is_told = true)                               \
    X(COUNT, seed, "seed", .value = "N", .initial = "1", .most = INT64_MAX,    \
      .group = MZ_GROUP_SEARCH,                                                \
      .help = "Draw other executions at random: the same number, the "         \
              "same executions; default: 1",                                   \
      SETTING(seed), .is_told = true)                                          \
    X(COUNT, depth, "depth", .value = "N", .initial = "5",                     \
      .least = 1, .most = MZ_MOST_DEPTH, .group = MZ_GROUP_SEARCH,             \
      .help = "Draw for errors of up to this depth: how many orders of "       \
              "two steps make them happen; default: 5",                        \
      SETTING(depth), .is_told = true)                                         \
    X(CHOICE, memory_model, "memory-model", .initial = "sc", .idle = "sc",     \
      .group = MZ_GROUP_SEARCH,                                                \
      .help = "Atomics and fences: sequentially consistent, as on x86, as "    \
              "release and acquire, or as C11 has them; default: sc, and "     \
              "if there is no error some executions as C11 has them",          \
      .names = memory_model_names, SETTING(memory_model), .is_told = true)     \
    X(FLAG, suggest_orders, "suggest-orders", .group = MZ_GROUP_SEARCH,        \
      .help = "With --memory-model, after an error: tell which orders of "     \
              "atomic accesses have to be stronger for none")                  \
    X(FLAG, relax, "relax", .group = MZ_GROUP_SEARCH,                          \
      .help = "With --memory-model, if there is no error: tell which orders "  \
              "may be weaker")                                                 \
    X(CHOICE, sleep_sets, "sleep-sets", .value = "on|off", .initial = "off",   \
      .group = MZ_GROUP_SEARCH,                                                \
      .help = "Use sleep sets; default: off",                                  \
      .names = switch_names, SETTING(sleep_sets), .is_told = true)             \
    X(PARTIAL, k, "k", .value = "N|optimal", .initial = "optimal",             \
      .least = 1, .most = 1000000, .group = MZ_GROUP_SEARCH,                   \
      .help = "Of the events put aside, with how many an alternative "         \
              "must be in conflict; default: optimal",                         \
      SETTING(k), .is_told = true)                                             \
    X(CHOICE, dependence, "dependence", .initial = "rw",                       \
      .group = MZ_GROUP_SEARCH,                                                \
      .help = "What commutes: two reads of an object, and two additions to "   \
              "it whose results nobody uses (add), reads alone (rw, the "      \
              "default), or nothing on one object (object)",                   \
      .names = relation_names, SETTING(relation), .is_told = true)             \
    X(CHOICE, isolation, "isolation", .initial = "process",                    \
      .group = MZ_GROUP_SEARCH,                                                \
      .help = "Roll memory back between executions (process, the "             \
              "default), or fork for each (fork), which is slower",            \
      .names = isolation_names, SETTING(isolation), .is_told = true)           \
    X(CHOICE, private, "private", .value = "on|off", .initial = "reduced",     \
      .group = MZ_GROUP_SEARCH,                                                \
      .help = "With --plain=interleave: what one thread alone uses is "        \
              "no operation; default: on, but off for naive",                  \
      .names = private_names, SETTING(private), .is_told = true)               \
    X(CHOICE, checkpoints, "checkpoints", .value = "on|off",                   \
      .initial = "on", .group = MZ_GROUP_SEARCH,                               \
      .help = "Begin in the midst of an earlier execution, where that "        \
              "is quicker, not at the beginning of main; default: on",         \
      .names = checkpoint_names, SETTING(checkpoints))                         \
    X(COUNT, function, "function", .value = "N", .least = 1,                   \
      .most = UINT32_MAX, .group = MZ_GROUP_SEARCH,                            \
      .help = "Explore the test of the program's N-th call of mz_check "       \
              "alone; what comes before it runs as usual",                     \
      SETTING(function), .is_told = true)
/* clang-format on */

#endif

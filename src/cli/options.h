/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The options of `mazurka check`: one table, from which the command line is
 * parsed, --help is written, the settings are filled in and a report tells what
 * was asked. An option is one entry of `table` (options.c) and its field here.
 */
#ifndef MZ_CLI_OPTIONS_H
#define MZ_CLI_OPTIONS_H

#include "cli/arguments.h"
#include "region/region.h"
#include "report/report.h"

enum mz_format { MZ_FORMAT_TEXT, MZ_FORMAT_JSON };

struct mz_options {
    /* Choices are indices into their list of names. */
    uint64_t algorithm;   /* of mz_algorithms[] */
    bool names_algorithm; /* else it is a default */
    uint64_t dependence;
    uint64_t sleep_sets;
    uint64_t k; /* 0: optimal */
    uint64_t plain;
    uint64_t race_sample; /* percent */
    uint64_t volatiles;
    uint64_t assembly; /* that is not understood: trusted, or not */
    uint64_t audit;       /* accesses, or a word: see options.c */
    uint64_t isolation;
    uint64_t format;
    uint64_t max_events;
    uint64_t max_executions; /* 0: no limit */
    uint64_t preemptions;    /* 0: no bound, else one more than it */
    uint64_t context_switches;
    uint64_t jobs;
    uint64_t keep_going;
    uint64_t stats;
    uint64_t verbose;
    uint64_t quiet;
    double timeout;     /* seconds, 0: none */
    double watchdog;    /* seconds, 0: none */
    const char *output; /* NULL: stdout */
    const char *suppressions; /* a file; NULL: none */
    const char *trust;  /* names, joined by commas; NULL: none */

    /* Files, and options of the compiler, which are what starts with '-': a
     * value is always joined, -I dir is -Idir. */
    struct mz_arguments build;
    struct mz_arguments arguments; /* after --, for the program */
};

/* `argv` is that of `check`: argv[0] is "mazurka check". 0, or the exit status
 * with which to end, the message having been given; --help, --version exit. */
int mz_options_parse(struct mz_options *, int argc, char **argv);

/* All but the mode, the threads and what replay adds. */
void mz_options_settings(const struct mz_options *, struct mz_settings *);

/* Those that the outcome depends on, with their values. The array and what it
 * names are from malloc. */
size_t mz_options_told(const struct mz_options *,
                       struct mz_report_option **options);

#endif

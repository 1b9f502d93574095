/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What `mazurka check` was asked: its options, which option_table.h lists, the
 * files and the arguments of the program.
 */
#ifndef MZ_CLI_OPTIONS_H
#define MZ_CLI_OPTIONS_H

#include "cli/arguments.h"
#include "cli/option_table.h"
#include "region/region.h"
#include "report/report.h"

/* The type of a field, by the kind of its option. */
#define MZ_FIELD_FLAG uint64_t      /* 0, 1 */
#define MZ_FIELD_CHOICE uint64_t    /* an index into its list of names */
#define MZ_FIELD_COUNT uint64_t     /* not given, and no default: 0 */
#define MZ_FIELD_JOBS uint64_t      /* 0 while it is being parsed: auto */
#define MZ_FIELD_BOUND uint64_t     /* 0: none, else one more than it */
#define MZ_FIELD_PARTIAL uint64_t   /* 0: optimal */
#define MZ_FIELD_AUDIT uint64_t     /* accesses, or a word: see option.h */
#define MZ_FIELD_SECONDS double     /* 0: none */
#define MZ_FIELD_NAMES const char * /* joined by commas; NULL: none */
#define MZ_FIELD_FAILURES uint64_t  /* N << 32, and a bit for each name */
#define MZ_FIELD_PROPERTY uint64_t  /* enum mz_property */
#define MZ_FIELD_EXPECTED const char * /* same, and perhaps :FILE,... */
#define MZ_FIELD_TEXT const char *  /* NULL: none */

struct mz_request {
#define X(kind, field, ...) MZ_FIELD_##kind field;
    MZ_OPTIONS(X)
#undef X
    uint64_t given; /* bit i: option i, see option.h; else it has its default */

    /* Files, and options of the compiler, which are what starts with '-': a
     * value is always joined, -I dir is -Idir. */
    struct mz_arguments build;
    struct mz_arguments arguments; /* after --, for the program */
};

/* `argv` is that of `check`: argv[0] is "mazurka check". 0, or the exit status
 * with which to end, the message having been given; --help, --version exit. */
int mz_options_parse(struct mz_request *, int argc, char **argv);

/* Whether the command named the algorithm; else it is a default. */
bool mz_options_name_algorithm(const struct mz_request *);
bool mz_options_have_weak_memory(const struct mz_request *);

/* Sets that model of memory (enum mz_memory_model), as if the user had asked
 * for it. False: another option that was given contradicts it. */
bool mz_options_weaken(struct mz_request *, uint64_t model);

/* All but the mode, the threads and what replay adds. */
void mz_options_settings(const struct mz_request *, struct mz_settings *);

/* Those that the outcome depends on, with their values. The array and what it
 * names are from malloc. */
size_t mz_options_told(const struct mz_request *,
                       struct mz_report_option **options);

#endif

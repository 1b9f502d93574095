/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the commands hand to the writers of reports, and what they read back
 * from a saved one. Everything is borrowed for the length of the call.
 *
 * A saved report is JSON: the fields of `mazurka check --format=json` and, when
 * an error was found, what it takes to run that execution again.
 */
#ifndef MZ_REPORT_REPORT_H
#define MZ_REPORT_REPORT_H

#include <stdio.h>

#include "region/region.h"
#include "report/sha256.h"

enum mz_verdict {
    MZ_VERDICT_SAFE,        /* all executions explored, no error */
    MZ_VERDICT_ERROR,       /* findings[0 .. finding_count), at least one */
    MZ_VERDICT_INCOMPLETE,  /* stopped at region->limit, no error so far */
    MZ_VERDICT_UNSUPPORTED, /* region->message names what */
    MZ_VERDICT_FAILED,      /* region->message says what of ours went wrong */
    MZ_VERDICTS
};

/* Names in JSON: safe error incomplete unsupported failed */
extern const char *const mz_verdict_names[MZ_VERDICTS];

/* An option of the check and the value it had, as it would be typed:
 * { "plain", "check" }. */
struct mz_report_option {
    const char *name;
    const char *value;
    bool is_number; /* if it is written as one: `optimal` is none */
};

/* What a line of a file that was preprocessed says of those after it: that they
 * are those of another file, from this line of it on. */
struct mz_report_marker {
    char *file;
    unsigned of, line; /* the marker's own line, and what the next one is */
};

/* A file that the program was built from, as the command named it, and what was
 * in it then. */
struct mz_report_input {
    const char *file;
    char sha256[MZ_SHA256_TEXT];
    struct mz_report_marker *markers;
    size_t marker_count;
};

struct mz_symbols;
struct mz_memo;
struct mz_report_strengths;
struct mz_report_written;

struct mz_report {
    /* A private copy: counts are clamped, strings are terminated and are UTF-8
     * without control characters, threads, kinds and actions are in range. */
    const struct mz_region *region;
    enum mz_verdict verdict;
    struct mz_region *const *told; /* [finding]: of some beyond the first, the
                            same for each (further.h); NULL: of none */

    struct mz_symbols **symbols; /* of its modules, kept by the first who needs
                                them for those who come later, and closed by
                                whoever made the report; NULL: not kept */
    struct mz_memo *names;   /* what things are called, likewise: of all whose
                                symbols these are */
    const char *version;     /* of mazurka */
    const char *program;     /* as the command named it: ./prog, or fib.c */
    const char *executable;  /* the file that ran, absolute, to look symbols up
                                in; a temporary one is there still */
    uint64_t program_hash;   /* of the executable; in JSON 16 hex digits */
    const char *algorithm;
    const char *dependence;
    char *const *command;    /* argv of the whole check, NULL at the end */
    char *const *arguments;  /* of the program, without its name, likewise */
    const char *cwd;         /* where the command ran, absolute */
    const char *cc, *cxx;    /* $CC, $CXX; NULL: not set */
    const struct mz_report_option *options;
    size_t option_count;
    const struct mz_report_input *inputs; /* none: a program was named */
    size_t input_count;

    double seconds;          /* wall clock, compiling not included */
    long max_rss_kb;         /* of the checked process, or all workers */
    const char *replay_command; /* the last line of the text; NULL: none */
    const struct mz_report_strengths *strengths; /* strengths.h; NULL: none */
    const struct mz_report_written *written; /* written.h; NULL: not tried */
    bool is_replay;          /* this run repeated a reported execution */
    bool verbose, quiet;
    bool has_colours;
    unsigned columns; /* of what the text is read on */
};

/* What a saved report says of the execution to be replayed. All of it is owned
 * by this struct until mz_replay_request_release. */
struct mz_replay_request {
    char *program;
    char **command;      /* argv of the check: it is parsed again, and so gives
                            sources, compiler options, arguments, settings */
    char *cwd;
    char *cc, *cxx;      /* NULL: not set */
    uint64_t program_hash;
    struct mz_finding finding; /* the error: kind, thread, address,
                            other_thread, other_ordinal; the rest is zero */
    char message[MZ_MAX_MESSAGE]; /* the sentence about it */
    uint64_t plan_length; /* at most MZ_MAX_PLAN */
    struct mz_plan_step *plan;
    uint32_t thread_count; /* at most MZ_WIDE_THREADS */
    struct mz_thread_name names[MZ_WIDE_THREADS];
    struct mz_loop_places loops;   /* of the settings; none: not known */
    struct mz_cancelled cancelled; /* the same */
    uint8_t lent_stacks[MZ_WIDE_THREADS]; /* the same */
    struct mz_shared shared;              /* the same */
    struct mz_wide wide;                  /* the same */
};

/*
 * True: `request` is filled in, of the error of that number, from 1. False:
 * `error` (of `size` bytes) holds one line that says why, without the path:
 * "not JSON (line 3: ...)", "no field `schedule`". Never trusts it: it may be
 * truncated or written by hand.
 */
bool mz_report_load(const char *path, uint32_t number,
                    struct mz_replay_request *request, char *error,
                    size_t size);

/* Safe on one that is all zeros. */
void mz_replay_request_release(struct mz_replay_request *);

#endif

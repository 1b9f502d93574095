/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mazurka hunt: several ways to search side by side, for programs that cannot
 * be explored to the end, until one has found an error, or has shown that there
 * is none, or the time is over.
 *
 * Each is a `mazurka check` of its own, with a report of its own; what hunt
 * says is what that one says which has come to something.
 */
#define _GNU_SOURCE /* asprintf */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/help.h"
#include "cli/janitor.h"
#include "cli/message.h"
#include "cli/option.h"
#include "cli/option_value.h"
#include "cli/output.h"
#include "cli/process.h"
#include "explore/algorithm.h"

static int show_usage(void)
{
    enum { COLUMN = 26 };

    puts("Usage: mazurka hunt [OPTION...] FILE... [-- ARGUMENT...]\n"
         "Searches for an error in several ways side by side, for a given "
         "time:\nexhaustively, within ever more preemptions, and at random. "
         "Ends at the first\nerror, or when one of them has explored "
         "everything.\n");
    mz_help_option(0, "timeout", "SECONDS",
                   "Stop after this time: 10, 5m, 2h; default: 1m", COLUMN);
    mz_help_option('j', "jobs", "N|auto",
                   "Worker processes in all; default: as many as there are "
                   "processors",
                   COLUMN);
    mz_help_option(0, "seed", "N",
                   "Draw other executions at random; default: 1", COLUMN);
    mz_help_option(0, "depth", "N",
                   "Let the search pct draw for errors of up to this depth; "
                   "default: 5",
                   COLUMN);
    mz_help_option('h', "help", NULL, "Tell this", COLUMN);
    puts("\nThe other options are those of 'mazurka check --help', but for "
         "--algorithm,\n--keep-going, --html, --witness and those that not all "
         "of the searches have.\n\nExit status: as of 'mazurka check'.");
    return fflush(stdout) ? MZ_EXIT_FAILED : 0;
}

/* ---- the searches -------------------------------------------------------- */

struct search {
    const char *name;
    const char *algorithm; /* NULL: the one that check takes by itself */
    pid_t process;         /* 0: it has ended */
    int status;            /* its exit status then */
    char *out, *err;       /* paths */
    struct mz_process_plan plan;
    struct mz_arguments argv;
};

static struct search searches[] = {
    {.name = "exhaustive"},
    {.name = "iterative", .algorithm = "iterative"},
    {.name = "random", .algorithm = "random"},
    {.name = "pct", .algorithm = "pct"},
    {.name = "pos", .algorithm = "pos"},
};

static const struct mz_algorithm_entry *entry_of(const struct search *search)
{
    return search->algorithm ? mz_algorithm_find(search->algorithm)
                             : mz_algorithm_for(0);
}

/* NULL: the option has no value. */
static void add_value(struct mz_arguments *argv, const char *name,
                      const char *value)
{
    char *word;

    if (asprintf(&word, "--%s%s%s", name, value ? "=" : "",
                 value ? value : "") < 0)
        mz_out_of_memory();
    mz_arguments_add(argv, word);
    free(word);
}

static void add_number(struct mz_arguments *argv, const char *name,
                       uint64_t number)
{
    char text[32];

    snprintf(text, sizeof text, "%llu", (unsigned long long)number);
    add_value(argv, name, text);
}

/* What was asked for, but what each search has of its own. */
static void add_given(struct mz_arguments *argv,
                      const struct mz_request *options)
{
    for (unsigned id = 0; id < MZ_OPTION_COUNT; id++) {
        const struct mz_option *option = &mz_option_table[id];
        char *text;

        if (!mz_option_is_given(options, id) || id == MZ_ID_algorithm ||
            id == MZ_ID_seed || id == MZ_ID_depth || id == MZ_ID_jobs ||
            id == MZ_ID_output || id == MZ_ID_timeout)
            continue;
        text = mz_option_text(options, id);
        add_value(argv, option->name,
                  option->kind == MZ_KIND_FLAG ? NULL : text);
        free(text);
    }
}

static void make_command(struct search *search,
                         const struct mz_request *options, const char *self,
                         uint64_t jobs)
{
    const struct mz_algorithm_entry *entry = entry_of(search);
    struct mz_arguments *argv = &search->argv;
    char seconds[32];

    mz_arguments_add(argv, self);
    mz_arguments_add(argv, "check");
    add_given(argv, options);
    if (search->algorithm)
        add_value(argv, "algorithm", search->algorithm);
    if (mz_algorithm_can(entry, MZ_ABILITY_SEED))
        add_number(argv, "seed", options->seed);
    if (mz_algorithm_can(entry, MZ_ABILITY_DEPTH))
        add_number(argv, "depth", options->depth);
    if (mz_algorithm_can(entry, MZ_ABILITY_JOBS) && jobs > 1)
        add_number(argv, "jobs", jobs);
    snprintf(seconds, sizeof seconds, "%.3f", options->timeout);
    add_value(argv, "timeout", seconds);
    mz_arguments_add_all(argv, options->build.items);
    if (!options->arguments.items)
        return;
    mz_arguments_add(argv, "--");
    mz_arguments_add_all(argv, options->arguments.items);
}

/* ---- its process --------------------------------------------------------- */

static void redirect(const char *path, int to)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

    if (file < 0 || dup2(file, to) < 0)
        _exit(MZ_EXIT_FAILED);
}

static void prepare(void *context)
{
    const struct search *search = context;

    redirect(search->out, STDOUT_FILENO);
    redirect(search->err, STDERR_FILENO);
}

static char *path_in(const char *folder, const char *name, const char *ending)
{
    char *path;

    if (asprintf(&path, "%s/%s.%s", folder, name, ending) < 0)
        mz_out_of_memory();
    return path;
}

/* 0, or the exit status with which to end. */
static int start(struct search *search, struct mz_janitor *janitor)
{
    search->out = path_in(janitor->folder, search->name, "out");
    search->err = path_in(janitor->folder, search->name, "err");
    search->plan = (struct mz_process_plan){
        .argv = search->argv.items,
        .janitor = janitor,
        .prepare = prepare,
        .context = search,
    };
    search->process = mz_process_start(&search->plan);
    if (search->process < 0)
        return mz_failed("cannot start %s: %s", search->argv.items[0],
                         strerror(-search->process));
    return 0;
}

static bool has_ended(struct search *search)
{
    struct rusage used;
    int status;

    if (!search->process ||
        !mz_process_reap(&search->plan, search->process, &status, &used))
        return false;
    search->process = 0;
    search->status = WIFEXITED(status) ? WEXITSTATUS(status)
                     : WTERMSIG(status) == SIGTERM /* ours: see stop_all */
                         ? MZ_EXIT_INCOMPLETE
                         : MZ_EXIT_FAILED;
    return true;
}

static void stop_all(void)
{
    for (size_t i = 0; i < MZ_COUNT(searches); i++)
        if (searches[i].process > 0)
            kill(searches[i].process, SIGTERM);
}

static bool any_goes_on(void)
{
    for (size_t i = 0; i < MZ_COUNT(searches); i++)
        if (searches[i].process > 0)
            return true;
    return false;
}

/* The search that has come to something, or NULL. An error counts for more than
 * what another one said at the same time. */
static struct search *wait_for_all(int *stopped_by)
{
    struct search *decisive = NULL;

    while (any_goes_on()) {
        int signal = mz_process_wait_signal(1);

        if (mz_process_is_request_to_stop(signal)) {
            *stopped_by = signal;
            stop_all();
        }
        for (size_t i = 0; i < MZ_COUNT(searches); i++) {
            struct search *s = &searches[i];

            if (!has_ended(s) || s->status == MZ_EXIT_INCOMPLETE)
                continue;
            if (!decisive || (s->status == MZ_EXIT_ERROR &&
                              decisive->status != MZ_EXIT_ERROR))
                decisive = s;
            stop_all();
        }
    }
    return decisive;
}

/* ---- what they say ------------------------------------------------------- */

static void copy(const char *path, FILE *to)
{
    FILE *from = fopen(path, "r");
    char buffer[4096];
    size_t size;

    if (!from)
        return; /* it was stopped before it could say anything */
    while ((size = fread(buffer, 1, sizeof buffer, from)) > 0)
        fwrite(buffer, 1, size, to);
    fclose(from);
}

static bool is_said(const struct mz_arguments *said, const char *line)
{
    for (size_t i = 0; i < said->count; i++)
        if (!strcmp(said->items[i], line))
            return true;
    return false;
}

/* Of a search that is one of several. */
static void shorten(char *line)
{
    static const char hunt[] = "; to look for errors alone: mazurka hunt";
    char *found = strstr(line, hunt);

    if (found)
        memmove(found, found + strlen(hunt), strlen(found + strlen(hunt)) + 1);
}

/* What the last one has said need not be said again. */
static void print_new(const char *path, struct mz_arguments *said, FILE *to)
{
    FILE *from = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;

    while (from && getline(&line, &room, from) > 0) {
        shorten(line);
        if (is_said(said, line))
            continue;
        mz_arguments_add(said, line);
        fputs(line, to);
    }
    free(line);
    if (from)
        fclose(from);
}

static void print_all(FILE *to)
{
    struct mz_arguments said = {0}, warned = {0};

    for (size_t i = 0; i < MZ_COUNT(searches); i++) {
        fprintf(to, "%s: ", searches[i].name);
        print_new(searches[i].out, &said, to);
        print_new(searches[i].err, &warned, stderr);
    }
}

static void dump_all(FILE *to)
{
    json_t *root = json_object(), *list = json_array();

    for (size_t i = 0; i < MZ_COUNT(searches); i++) {
        json_t *report = json_load_file(searches[i].out, 0, NULL);

        json_array_append_new(list, json_pack("{s:s, s:o}", "search",
                                              searches[i].name, "report",
                                              report ? report : json_null()));
    }
    json_object_set_new(root, "verdict", json_string("incomplete"));
    json_object_set_new(root, "searches", list);
    json_dumpf(root, to, JSON_INDENT(1));
    fputc('\n', to);
    json_decref(root);
}

static bool is_json(const struct mz_request *options)
{
    return !strcmp(mz_formats[options->format].name, "json");
}

static void tell(const struct search *decisive,
                 const struct mz_request *options, FILE *to)
{
    if (!decisive && is_json(options)) {
        dump_all(to);
    } else if (!decisive && mz_formats[options->format].view) {
        copy(searches[0].out, to); /* one file has one of these */
    } else if (!decisive) {
        print_all(to);
    } else {
        copy(decisive->out, to);
        copy(decisive->err, stderr);
    }
}

static const char *what_it_did(const struct search *search)
{
    return search->status == MZ_EXIT_ERROR  ? "found"
           : search->status == MZ_EXIT_SAFE ? "verified"
                                            : "ended";
}

/* Which way to search it was, for who wants to have it once more. */
static void tell_by_whom(const struct search *search,
                         const struct mz_request *options)
{
    const char *name = search->algorithm ? search->algorithm : "";

    if (mz_algorithm_can(entry_of(search), MZ_ABILITY_SEED))
        mz_note("%s by the search %s, with --algorithm=%s --seed=%llu",
                what_it_did(search), search->name, name,
                (unsigned long long)options->seed);
    else
        mz_note("%s by the search %s%s%s", what_it_did(search), search->name,
                *name ? ", with --algorithm=" : "", name);
}

/* ---- the command --------------------------------------------------------- */

enum { USUAL_SECONDS = 60 };

/* Options are those of check, where they are for all that sample. */
static int parse(struct mz_request *options, int argc, char **argv)
{
    struct mz_arguments words = {0};
    int status;

    for (int i = 1; i < argc && strcmp(argv[i], "--"); i++)
        if (!strncmp(argv[i], "--al", 4)) /* or shortened */
            return mz_refuse("hunt searches in all ways: --algorithm is for "
                             "'mazurka check'");
    mz_arguments_add(&words, argv[0]);
    mz_arguments_add(&words, "--algorithm=pct");
    mz_arguments_add_all(&words, argv + 1);
    status = mz_options_parse(options, (int)words.count, words.items);
    if (status)
        return status;
    if (options->keep_going)
        return mz_refuse("hunt ends at the first error: --keep-going is for "
                         "'mazurka check'");
    if (options->html)
        return mz_refuse("hunt writes one report: give --format=html "
                         "--output=FILE in place of --html=FILE");
    if (options->witness)
        return mz_refuse("hunt writes one report: give --format=witness "
                         "--output=FILE in place of --witness=FILE");
    if (!mz_option_is_given(options, MZ_ID_timeout))
        options->timeout = USUAL_SECONDS;
    return 0;
}

static uint64_t jobs_of_each(const struct mz_request *options)
{
    uint64_t all = mz_option_is_given(options, MZ_ID_jobs)
                       ? options->jobs
                       : mz_option_processors();

    return all / MZ_COUNT(searches);
}

static struct search *search_all(const struct mz_request *options,
                                 struct mz_janitor *janitor, const char *self,
                                 int *status)
{
    struct search *decisive;
    int stopped_by = 0;

    for (size_t i = 0; i < MZ_COUNT(searches) && !*status; i++) {
        make_command(&searches[i], options, self, jobs_of_each(options));
        *status = start(&searches[i], janitor);
    }
    if (*status)
        stop_all();
    decisive = wait_for_all(&stopped_by);
    if (stopped_by && !decisive)
        mz_process_note_stop(stopped_by);
    return decisive;
}

static int hunt(const struct mz_request *options, const char *self)
{
    struct mz_janitor janitor;
    struct mz_output output;
    struct search *decisive;
    int status = mz_output_open(&output, "--output", options->output,
                                &options->build);

    if (status)
        return status;
    mz_process_hold_signals();
    if (!mz_janitor_start(&janitor, true)) {
        mz_output_cancel(&output);
        return MZ_EXIT_FAILED;
    }
    decisive = search_all(options, &janitor, self, &status);
    mz_process_release_signals();
    if (status || (decisive && decisive->status != MZ_EXIT_ERROR &&
                   decisive->status != MZ_EXIT_SAFE)) {
        if (!status)
            copy(decisive->err, stderr);
        mz_output_cancel(&output);
        status = status ? status : decisive->status;
    } else {
        tell(decisive, options, output.file);
        status = mz_output_commit(&output);
        if (!status)
            status = decisive ? decisive->status : MZ_EXIT_INCOMPLETE;
        if (decisive && !options->quiet)
            tell_by_whom(decisive, options);
    }
    mz_janitor_dismiss(&janitor);
    return status;
}

int mz_command_hunt(int argc, char **argv, char *const *command_line)
{
    struct mz_request options;
    int status;

    if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") ||
                     !strcmp(argv[1], "-?")))
        return show_usage();
    status = parse(&options, argc, argv);
    return status ? status : hunt(&options, command_line[0]);
}

/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* mempcpy */
#include "cli/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/algorithms.h"
#include "cli/contradictions.h"
#include "cli/cut.h"
#include "cli/help.h"
#include "cli/message.h"
#include "cli/option.h"
#include "cli/option_value.h"
#include "cli/option_words.h"
#include "cli/overflow.h"
#include "config.h"
#include "region/property.h"
#include "region/function.h"

/* ---- --help -------------------------------------------------------------- */

enum { HELP_COLUMN = 29 };

static const char usage[] =
    "Usage: mazurka check [OPTION...] FILE.c... [-- ARGUMENT...]\n"
    "       mazurka check [OPTION...] PROGRAM [-- ARGUMENT...]\n"
    "Runs a program under every thread interleaving that matters, and tells an "
    "error with its interleaving, or that there is none.";

static const char after[] =
    "Source files (.c .cc .cpp .cxx .C .c++ .i .ii) are compiled to a "
    "temporary program, with the objects and archives named. The options -D "
    "-I -O -U -W -f -g -l -L -m -std -x -pthread -include -isystem go to the "
    "compiler. A PROGRAM is one built with 'mazurka cc' or 'mazurka c++'.\n\n"
    "Exit status: 0 no error in all executions, 42 an error, 3 none so far, "
    "but not everything was explored or seen, 2 wrong usage or something "
    "unsupported, 1 mazurka failed.";

static const char *const headings[MZ_GROUP_COUNT] = {
    [MZ_GROUP_LIMITS] = "How long, and how much:",
    [MZ_GROUP_REPORT] = "The report:",
    [MZ_GROUP_ERRORS] = "What is an error, and what may happen:",
    [MZ_GROUP_UNSEEN] = "What is not seen, and the surroundings:",
    [MZ_GROUP_SEARCH] = "The way to search:",
};

static void print_option(const struct mz_option *option)
{
    mz_help_option(option->letter, option->name, mz_option_value_name(option),
                   mz_algorithms_help(option), HELP_COLUMN);
}

static _Noreturn void print_help(void)
{
    mz_help_text(usage);
    for (int group = MZ_GROUP_NONE + 1; group < MZ_GROUP_COUNT; group++) {
        printf("\n %s\n", headings[group]);
        for (unsigned i = 0; i < MZ_OPTION_COUNT; i++)
            if (mz_option_table[i].group == group)
                print_option(&mz_option_table[i]);
    }
    putchar('\n');
    mz_help_option('h', "help", NULL, "Tell this", HELP_COLUMN);
    mz_help_option('V', "version", NULL, "Tell the version", HELP_COLUMN);
    putchar('\n');
    mz_help_text(after);
    exit(fflush(stdout) ? MZ_EXIT_FAILED : 0);
}

/* ---- what is given ------------------------------------------------------- */

/* Help would be no check, with the exit status of a proof. */
static int answer(const char *question)
{
    if (getenv(MZ_SERVER_VARIABLE))
        return mz_refuse("among the options of mz_check is one for the command "
                         "line, like --help: leave it out");
    if (!strcmp(question, "help"))
        print_help();
    puts("mazurka " MZ_VERSION);
    exit(fflush(stdout) ? MZ_EXIT_FAILED : 0);
}

static int take_ours(struct mz_request *options, char *word)
{
    char *value = strchr(word, '=');
    enum mz_option_id id;

    if (value)
        *value++ = '\0';
    id = mz_option_find(word + 2);
    return id == MZ_OPTION_COUNT ? answer(word + 2)
                                 : mz_option_set(options, id, value);
}

static int parse_ours(struct mz_request *options,
                      const struct mz_arguments *ours)
{
    int status = 0;

    for (size_t i = 0; i < ours->count && !status; i++)
        status = take_ours(options, ours->items[i]);
    return status;
}

static void set_initial(struct mz_request *options)
{
    memset(options, 0, sizeof *options);
    for (unsigned i = 0; i < MZ_OPTION_COUNT; i++)
        if (mz_option_table[i].initial)
            mz_option_set(options, i, mz_option_table[i].initial);
    options->given = 0;
}

bool mz_options_name_algorithm(const struct mz_request *options)
{
    return mz_option_is_given(options, MZ_ID_algorithm);
}

bool mz_options_have_weak_memory(const struct mz_request *options)
{
    return options->memory_model != MZ_MODEL_SC;
}

/* Of a search where memory is weak each execution costs more, and a loop that
 * waits has no end; an error is told as it was found. */
static void choose_for_weak_memory(struct mz_request *options)
{
    if (!mz_options_have_weak_memory(options))
        return;
    for (size_t i = 0; i < mz_algorithm_count; i++)
        if (!mz_options_name_algorithm(options) &&
            mz_algorithm_can(&mz_algorithms[i], MZ_ABILITY_MEMORY_MODEL))
            options->algorithm = i;
    if (!mz_option_is_given(options, MZ_ID_max_events))
        options->max_events = 1000;
    options->simplest = false;
}

bool mz_options_weaken(struct mz_request *options, uint64_t model)
{
    options->memory_model = model;
    options->given |= 1ull << MZ_ID_memory_model;
    choose_for_weak_memory(options);
    return !mz_contradictions_any(options);
}

/* The usual one is not for bounds. */
static void choose_algorithm(struct mz_request *options)
{
    uint32_t bounds = mz_algorithms_asked(options) &
                      (MZ_CAN(PREEMPTIONS) | MZ_CAN(CONTEXT_SWITCHES));
    const struct mz_algorithm_entry *able = mz_algorithm_for(bounds);

    if (bounds && able && !mz_options_name_algorithm(options))
        options->algorithm = (uint64_t)(able - mz_algorithms);
}

/* `auto` is what the machine has, where several can share the search: on each
 * machine the same command is accepted. */
static void choose_jobs(struct mz_request *options)
{
    bool can_share =
        mz_algorithm_can(&mz_algorithms[options->algorithm], MZ_ABILITY_JOBS) &&
        options->isolation == MZ_ISOLATION_PROCESS && !options->stats &&
        !options->count_traces && !options->suggest_orders && !options->relax;

    if (!options->jobs)
        options->jobs = can_share ? mz_option_processors() : 1;
}

/* What samples would never come to an end. */
static void choose_limit(struct mz_request *options)
{
    if (mz_algorithm_samples(&mz_algorithms[options->algorithm]) &&
        !mz_option_is_given(options, MZ_ID_max_executions) &&
        !mz_option_is_given(options, MZ_ID_timeout))
        mz_option_set(options, MZ_ID_max_executions, "10000");
}

/* Of what was not compiled by us the accesses of libc's functions would be
 * known, but not what orders them: no data race could be told. All others are
 * not seen; to list some of them is of no use. */
static void choose_for_preload(struct mz_request *options)
{
    if (!mz_option_is_given(options, MZ_ID_plain))
        options->plain = MZ_PLAIN_IGNORE;
    if (!mz_option_is_given(options, MZ_ID_audit))
        options->audit = MZ_AUDIT_NONE;
}

/* A race is looked for, or accesses that race are interleaved as they are. */
static void choose_plain(struct mz_request *options)
{
    if (options->preload)
        choose_for_preload(options);
    else if (options->property && !mz_option_is_given(options, MZ_ID_plain))
        options->plain = options->property == MZ_PROPERTY_NO_DATA_RACE
                             ? MZ_PLAIN_CHECK
                             : MZ_PLAIN_INTERLEAVE;
}

/* G valid-memtrack is a part of it. */
static void choose_leaks(struct mz_request *options)
{
    if (options->property == MZ_PROPERTY_VALID_MEMSAFETY)
        options->leaks = true;
}

int mz_options_parse(struct mz_request *options, int argc, char **argv)
{
    struct mz_option_words words = {.build = &options->build};
    int end, status;

    set_initial(options);
    end = mz_option_words_take(&words, argc, argv);
    if (words.status)
        return words.status;
    if (end < argc)
        mz_arguments_add_all(&options->arguments, argv + end + 1);
    status = parse_ours(options, &words.ours);
    if (status)
        return status;
    choose_algorithm(options);
    choose_for_weak_memory(options);
    choose_jobs(options);
    choose_limit(options);
    choose_plain(options);
    choose_leaks(options);
    status = options->property == MZ_PROPERTY_NO_OVERFLOW
                 ? mz_overflow_refuse(options)
                 : 0;
    return status ? status : mz_contradictions_refuse(options);
}

/* ---- what they come to --------------------------------------------------- */

static void settle_audit(uint64_t audit, struct mz_settings *settings)
{
    settings->audit = audit == MZ_AUDIT_NONE    ? MZ_AUDIT_OFF
                      : audit == MZ_AUDIT_EVERY ? MZ_AUDIT_ALL
                                                : MZ_AUDIT_FIRST;
    settings->audit_foreign = audit != MZ_AUDIT_BY_DEFAULT;
    settings->audit_accesses = settings->audit_foreign ? audit : MZ_AUDIT_AUTO;
}

static void settle_expected(const char *value, struct mz_settings *settings)
{
    char *end = settings->expected_files;

    if (!value)
        return;
    settings->expect_output = *value == 's' ? MZ_EXPECT_SAME : MZ_EXPECT_AS;
    if (*value == 'a') {
        snprintf(end, sizeof settings->expected_files, "%s", value + 3);
        return;
    }
    for (const char *name = value + 4; *name;
         name += 1 + strcspn(name + 1, ",")) {
        end = mempcpy(end, name + 1, strcspn(name + 1, ","));
        *end++ = '\0';
        settings->expected_count++;
    }
}

void mz_options_settings(const struct mz_request *options,
                         struct mz_settings *settings)
{
    memset(settings, 0, sizeof *settings);
    snprintf(settings->algorithm, sizeof settings->algorithm, "%s",
             mz_algorithms[options->algorithm].name);
    settle_audit(options->audit, settings);
    settle_expected(options->expect_output, settings);
    settings->failing = (uint32_t)options->fail;
    settings->failures = (uint32_t)(options->fail >> 32);
    for (unsigned i = 0; i < MZ_OPTION_COUNT; i++)
        mz_option_settle(options, i, settings);
    mz_cut_begin(settings, mz_option_is_given(options, MZ_ID_max_events));
}

size_t mz_options_told(const struct mz_request *options,
                       struct mz_report_option **told)
{
    struct mz_report_option *list = calloc(MZ_OPTION_COUNT, sizeof *list);
    size_t count = 0;

    if (!list)
        mz_out_of_memory();
    for (unsigned i = 0; i < MZ_OPTION_COUNT; i++)
        if (mz_option_table[i].is_told && mz_option_has_value(options, i)) {
            list[count].name = mz_option_table[i].name;
            list[count].is_number = mz_option_is_number(i);
            list[count++].value = mz_option_text(options, i);
        }
    *told = list;
    return count;
}

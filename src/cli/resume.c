/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka resume: goes on with a search that `mazurka check --checkpoint` has
 * kept. The words of that command hold, and those of this one after them. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/help.h"
#include "cli/keeping.h"
#include "cli/message.h"
#include "cli/option.h"
#include "cli/option_value.h"
#include "cli/option_words.h"
#include "cli/ranks_join.h"

/* What is found does not depend on them. */
static const enum mz_option_id may_differ[] = {
    MZ_ID_timeout, MZ_ID_checkpoint, MZ_ID_max_executions, MZ_ID_jobs,
    MZ_ID_watchdog, MZ_ID_verbose,   MZ_ID_quiet,          MZ_ID_format,
    MZ_ID_output,  MZ_ID_html,       MZ_ID_colour,
};

static const char usage[] =
    "Usage: mazurka resume [OPTION...] FILE\n"
    "Goes on with a search that was stopped, and that 'mazurka check "
    "--checkpoint=FILE' has kept: with the same program, where it was begun, "
    "and to the same counts and errors. When it is stopped once more, FILE is "
    "replaced; when it has come to its end, FILE is removed.";

static const char after[] =
    "Options that are not given are as that command had them. A limit of time "
    "or of executions begins anew.";

enum { HELP_COLUMN = 29 };

static int help(void)
{
    mz_help_text(usage);
    putchar('\n');
    for (size_t i = 0; i < MZ_COUNT(may_differ); i++) {
        const struct mz_option *option = &mz_option_table[may_differ[i]];

        mz_help_option(option->letter, option->name,
                       mz_option_value_name(option), option->help,
                       HELP_COLUMN);
    }
    mz_help_option('h', "help", NULL, "Tell this", HELP_COLUMN);
    putchar('\n');
    mz_help_text(after);
    return fflush(stdout) ? MZ_EXIT_FAILED : 0;
}

static int refuse_option(const char *word)
{
    char name[64];
    size_t length = strcspn(word + 2, "=");
    enum mz_option_id id;

    if (length >= sizeof name)
        length = sizeof name - 1;
    memcpy(name, word + 2, length);
    name[length] = '\0';
    id = mz_option_find(name);
    if (id == MZ_OPTION_COUNT) /* --help, --version */
        return 0;
    for (size_t i = 0; i < MZ_COUNT(may_differ); i++)
        if (id == may_differ[i])
            return 0;
    return mz_refuse("--%s is settled when a search begins: it cannot be "
                     "another when it goes on",
                     name);
}

static int refuse_folder(const char *folder, const char *file)
{
    char *here = getcwd(NULL, 0);
    bool is_same = here && !strcmp(here, folder);

    free(here);
    return is_same ? 0
                   : mz_refuse("the search in %s was begun in %s: go on there",
                               file, folder);
}

/* The options of both; then the program, and its arguments. */
static void join(struct mz_arguments *all, const char *command,
                 const struct mz_arguments *first,
                 const struct mz_arguments *ours)
{
    size_t i = 0;

    mz_arguments_add(all, command);
    while (i < first->count && strcmp(first->items[i], "--"))
        mz_arguments_add(all, first->items[i++]);
    mz_arguments_add_all(all, ours->items);
    mz_arguments_add_all(all, first->items + i);
}

static bool is_option(const char *word, const char *name)
{
    return !strncmp(word, name, strlen(name));
}

static int resume(int argc, char **argv, struct mz_ranks *ranks,
                  char *const *command_line)
{
    static struct mz_resumed resumed;
    struct mz_arguments files = {0}, all = {0};
    struct mz_option_words words = {.build = &files};
    int end = mz_option_words_take(&words, argc, argv), status = words.status;

    if (status)
        return status;
    for (size_t i = 0; i < words.ours.count && !status; i++) {
        status = refuse_option(words.ours.items[i]);
        resumed.is_moved |= is_option(words.ours.items[i], "--checkpoint=");
        resumed.is_limited |=
            is_option(words.ours.items[i], "--max-executions=");
        if (!strcmp(words.ours.items[i], "--help"))
            return help();
    }
    if (status)
        return status;
    if (files.count != 1 || files.items[0][0] == '-' || end < argc)
        return mz_refuse("name one file that 'mazurka check --checkpoint=FILE' "
                         "has written");
    resumed.file = files.items[0];
    status =
        mz_search_state_load(&resumed.state, &resumed.origin, resumed.file);
    if (!status)
        status = refuse_folder(resumed.origin.folder, resumed.file);
    if (status)
        return status;
    environ = resumed.origin.environment.items;
    join(&all, argv[0], &resumed.origin.words, &words.ours);
    return mz_check_words((int)all.count, all.items, &resumed, ranks,
                          command_line);
}

int mz_command_resume(int argc, char **argv, char *const *command_line)
{
    struct mz_ranks *ranks = mz_ranks_join();
    int status;

    if (ranks && !mz_ranks_is_first(ranks))
        return mz_check_serve(ranks, argv[0]);
    status = resume(argc, argv, ranks, command_line);
    mz_ranks_leave(ranks);
    return status;
}

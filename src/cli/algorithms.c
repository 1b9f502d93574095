/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka algorithms: the ways to search, and what each can do. */
#define _GNU_SOURCE /* asprintf */
#include "cli/algorithms.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/few_options.h"
#include "cli/message.h"
#include "cli/nearest.h"

/* ---- options that are not for all ---------------------------------------- */

/* MZ_ABILITY_COUNT: the option is for all. */
static enum mz_ability ability_of(const struct mz_option *option)
{
    unsigned a = 0;

    while (a < MZ_ABILITY_COUNT && strcmp(mz_ability_names[a], option->name))
        a++;
    return a;
}

uint32_t mz_algorithms_asked(const struct mz_request *options)
{
    uint32_t asked = 0;

    for (unsigned i = 0; i < MZ_OPTION_COUNT; i++) {
        enum mz_ability ability = ability_of(&mz_option_table[i]);

        if (ability < MZ_ABILITY_COUNT && mz_option_asks(options, i))
            asked |= 1u << ability;
    }
    return asked;
}

/* "a, b or c": the algorithms that have the ability. */
static char *who_can(enum mz_ability ability, const char *last)
{
    struct mz_arguments able = {0};

    for (size_t i = 0; i < mz_algorithm_count; i++)
        if (mz_algorithm_can(&mz_algorithms[i], ability))
            mz_arguments_add(&able, mz_algorithms[i].name);
    return mz_arguments_enumerate(able.items, last);
}

static const struct mz_algorithm_entry *algorithm_of(
    const struct mz_request *options)
{
    return &mz_algorithms[options->algorithm];
}

static bool has_relation(const struct mz_request *options)
{
    return algorithm_of(options)->relations >> options->dependence & 1;
}

static uint32_t abilities_lacking(const struct mz_request *options)
{
    return mz_algorithms_asked(options) & ~algorithm_of(options)->abilities;
}

bool mz_algorithms_can(const struct mz_request *options)
{
    return has_relation(options) && !abilities_lacking(options);
}

int mz_algorithms_refuse(const struct mz_request *options)
{
    const struct mz_algorithm_entry *algorithm = algorithm_of(options);
    uint32_t lacking = abilities_lacking(options);
    enum mz_ability first;
    const char *name;

    if (!has_relation(options))
        return mz_refuse("--dependence=%s is not for --algorithm=%s",
                         mz_option_table[MZ_ID_dependence]
                             .names[options->dependence],
                         algorithm->name);
    if (!lacking)
        return 0;
    first = (enum mz_ability)__builtin_ctz(lacking);
    name = mz_ability_names[first];
    return mz_refuse("--%s is for --algorithm=%s, not for %s", name,
                     who_can(first, "and"), algorithm->name);
}

const char *mz_algorithms_help(const struct mz_option *option)
{
    enum mz_ability ability = ability_of(option);
    char *help;

    if (ability == MZ_ABILITY_COUNT)
        return option->help;
    if (asprintf(&help, "%s (with --algorithm=%s)", option->help,
                 who_can(ability, "or")) < 0)
        mz_out_of_memory();
    return help;
}

/* ---- the list, for people ------------------------------------------------ */

static void print_options(const struct mz_algorithm_entry *entry)
{
    const char *before = "          options: ";

    for (unsigned a = 0; a < MZ_ABILITY_COUNT; a++)
        if (mz_algorithm_can(entry, a)) {
            const char *name = mz_ability_names[a];

            printf("%s--%s", before, name);
            before = ", ";
        }
    if (entry->abilities)
        putchar('\n');
}

static void print_refusals(const struct mz_algorithm_entry *entry)
{
    for (unsigned r = 0; r < MZ_REFUSAL_COUNT; r++)
        if (entry->refuses >> r & 1)
            printf("          refuses: %s\n", mz_refusals[r]);
}

static void print_list(void)
{
    for (size_t i = 0; i < mz_algorithm_count; i++) {
        const struct mz_algorithm_entry *entry = &mz_algorithms[i];

        printf("%-9s %s\n", entry->name, entry->summary);
        print_options(entry);
        print_refusals(entry);
    }
}

/* ---- the list, for machines ---------------------------------------------- */

static json_t *options_of(const struct mz_algorithm_entry *entry)
{
    json_t *names = json_array();

    for (unsigned a = 0; a < MZ_ABILITY_COUNT; a++)
        if (mz_algorithm_can(entry, a))
            json_array_append_new(names, json_string(mz_ability_names[a]));
    return names;
}

static json_t *relations_of(const struct mz_algorithm_entry *entry)
{
    const char *const *names = mz_option_table[MZ_ID_dependence].names;
    json_t *relations = json_array();

    for (unsigned r = 0; names[r]; r++)
        if (entry->relations >> r & 1)
            json_array_append_new(relations, json_string(names[r]));
    return relations;
}

static json_t *refusals_of(const struct mz_algorithm_entry *entry)
{
    json_t *texts = json_array();

    for (unsigned r = 0; r < MZ_REFUSAL_COUNT; r++)
        if (entry->refuses >> r & 1)
            json_array_append_new(texts, json_string(mz_refusals[r]));
    return texts;
}

static json_t *object_of(const struct mz_algorithm_entry *entry)
{
    json_t *object = json_object();

    json_object_set_new(object, "name", json_string(entry->name));
    json_object_set_new(object, "summary", json_string(entry->summary));
    json_object_set_new(object, "reduction",
                        json_string(mz_reduction_names[entry->reduction]));
    json_object_set_new(object, "options", options_of(entry));
    json_object_set_new(object, "dependence", relations_of(entry));
    json_object_set_new(object, "refuses", refusals_of(entry));
    return object;
}

static void dump_list(void)
{
    json_t *list = json_array();

    for (size_t i = 0; i < mz_algorithm_count; i++)
        json_array_append_new(list, object_of(&mz_algorithms[i]));
    json_dumpf(list, stdout, JSON_INDENT(1));
    json_decref(list);
    putchar('\n');
}

/* ---- the command --------------------------------------------------------- */

static const struct {
    const char *name;
    void (*print)(void);
} formats[] = {{"text", print_list}, {"json", dump_list}};

static const struct mz_few_option options[] = {
    {.name = "format",
     .value = "text|json",
     .completes = "(text json)",
     .help = "Lines of text (the default), or a JSON array of objects"},
    {0},
};

const struct mz_few_options mz_algorithms_options = {
    .command = "algorithms",
    .synopsis = "algorithms [--format=text|json]",
    .about = "Lists the ways to search, the options of 'mazurka check' that "
             "are for each of them, and what each refuses in a program.",
    .options = options,
};

static int print_as(const char *name)
{
    for (size_t i = 0; i < MZ_COUNT(formats); i++)
        if (!strcmp(formats[i].name, name)) {
            formats[i].print();
            return fflush(stdout) ? MZ_EXIT_FAILED : 0;
        }
    return mz_refuse("--format=%s: choose text or json%s", name,
                     mz_nearest_question(name, strlen(name),
                                         (const char *const[]){"text", "json",
                                                               NULL}));
}

int mz_command_algorithms(int argc, char **argv, char *const *command_line)
{
    struct mz_few_words words = {
        .known = &mz_algorithms_options, .argc = argc, .argv = argv};
    const char *name = "text";

    (void)command_line;
    for (;;)
        switch (mz_few_words_next(&words)) {
        case 0:
            name = words.value;
            break;
        case MZ_FEW_END:
            return print_as(name);
        case MZ_FEW_HELP:
            return mz_few_options_help(&mz_algorithms_options);
        case MZ_FEW_REFUSED:
            return words.status;
        default:
            return mz_refuse("%s: algorithms takes no argument, only "
                             "--format=text or json",
                             words.argv[words.at - 1]);
        }
}

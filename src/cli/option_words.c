/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf */
#include "cli/option_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/few_options.h"
#include "cli/message.h"
#include "cli/nearest.h"
#include "cli/option.h"
#include "cli/option_value.h"

/* ---- the compiler's ------------------------------------------------------ */

/* Whether the compiler's option is joined to its value, or may be. */
static bool is_for_compiler(const char *word)
{
    static const char *const starts[] = {
        "-D",         "-I",      "-L",         "-O",       "-U",
        "-W",         "-f",      "-g",         "-l",       "-m",
        "-x",         "-std=",   "-pedantic",  "-nostd",   "-isystem",
        "-idirafter", "-iquote", "-include",   "-imacros", "-static",
        "-B",         "--std=",  "--sysroot=",
    };
    static const char *const whole[] = {"-pthread",  "-ansi",   "-w",   "-pipe",
                                        "-rdynamic", "-no-pie", "-pie", "-s"};

    for (size_t i = 0; i < MZ_COUNT(starts); i++)
        if (!strncmp(word, starts[i], strlen(starts[i])))
            return true;
    for (size_t i = 0; i < MZ_COUNT(whole); i++)
        if (!strcmp(word, whole[i]))
            return true;
    return false;
}

static bool needs_next(const char *word)
{
    static const char *const options[] = {
        "-D",       "-I",         "-L",      "-U",       "-l",       "-x",
        "-isystem", "-idirafter", "-iquote", "-include", "-imacros", "-B"};

    for (size_t i = 0; i < MZ_COUNT(options); i++)
        if (!strcmp(word, options[i]))
            return true;
    return false;
}

/* Takes one word, or two, and returns how many. */
static int take_compiler_option(struct mz_option_words *words, char **argv)
{
    char *joined;

    if (!needs_next(argv[0])) {
        mz_arguments_add(words->build, argv[0]);
        return 1;
    }
    if (!argv[1]) {
        words->status = mz_refuse("%s needs a value", argv[0]);
        return 1;
    }
    if (asprintf(&joined, "%s%s", argv[0], argv[1]) < 0)
        mz_out_of_memory();
    mz_arguments_add(words->build, joined);
    free(joined);
    return 2;
}

/* ---- ours ---------------------------------------------------------------- */

/* Those that are no settings. */
static const char *const questions[] = {"help", "version"};

static bool is_named(const char *name, const char *word, size_t length)
{
    return !strncmp(name, word, length);
}

/* How many names of options the word, without its dashes, can stand for. */
static size_t matches(const char *word, size_t length,
                      const struct mz_option **found, const char **name)
{
    size_t count = 0;

    *found = NULL;
    for (size_t i = 0; i < MZ_OPTION_COUNT; i++)
        if (is_named(mz_option_table[i].name, word, length)) {
            *found = &mz_option_table[i];
            *name = (*found)->name;
            if (!(*name)[length])
                return 1;
            count++;
        }
    for (size_t i = 0; i < MZ_COUNT(questions); i++)
        if (is_named(questions[i], word, length)) {
            *name = questions[i];
            count++;
        }
    return count;
}

/* What was meant by a word that is no name; NULL: who knows. */
static const char *nearest_name(const char *word, size_t length)
{
    const char *names[MZ_OPTION_COUNT + MZ_COUNT(questions) + 1] = {NULL};

    for (size_t i = 0; i < MZ_OPTION_COUNT; i++)
        names[i] = mz_option_table[i].name;
    memcpy(names + MZ_OPTION_COUNT, questions, sizeof questions);
    return mz_nearest(word, length, names);
}

/* "--a, --b or --c": those that begin so. */
static const char *names_with(const char *start, size_t length)
{
    struct mz_arguments names = {0};
    char name[64];

    for (size_t i = 0; i < MZ_OPTION_COUNT + MZ_COUNT(questions); i++) {
        const char *known = i < MZ_OPTION_COUNT
                                ? mz_option_table[i].name
                                : questions[i - MZ_OPTION_COUNT];

        if (!is_named(known, start, length))
            continue;
        snprintf(name, sizeof name, "--%s", known);
        mz_arguments_add(&names, name);
    }
    return mz_arguments_enumerate(names.items, "or");
}

static int refuse_long_option(const char *word, size_t length, size_t count)
{
    const char *nearest = nearest_name(word, length);

    if (count)
        return mz_refuse("ambiguous option --%.*s: it may be %s", (int)length,
                         word, names_with(word, length));
    if (!count && mz_few_options_owner(word, length))
        return mz_refuse("--%.*s is for 'mazurka %s', not for 'mazurka check'",
                         (int)length, word, mz_few_options_owner(word, length));
    if (nearest)
        return mz_refuse("unknown option --%.*s: did you mean --%s?",
                         (int)length, word, nearest);
    return mz_refuse("unknown option --%.*s: try 'mazurka check --help'",
                     (int)length, word);
}

static char *full_name(const struct mz_option *option)
{
    char *name;

    if (asprintf(&name, "--%s", option->name) < 0)
        mz_out_of_memory();
    return name;
}

static int refuse_no_value(const char *dashed, const struct mz_option *option)
{
    return mz_refuse("%s needs a value: %s", dashed,
                     mz_option_value_name(option));
}

static void add(struct mz_option_words *words, const char *name,
                const char *value)
{
    char *option;

    if (asprintf(&option, "--%s%s%s", name, value ? "=" : "",
                 value ? value : "") < 0)
        mz_out_of_memory();
    mz_arguments_add(&words->ours, option);
    free(option);
}

static int take_long_option(struct mz_option_words *words, char **argv)
{
    const char *word = argv[0] + 2, *name = NULL;
    size_t length = strcspn(word, "=");
    const char *value = word[length] ? word + length + 1 : NULL;
    const struct mz_option *option;
    size_t count = matches(word, length, &option, &name);
    bool wants = count == 1 && option && option->kind != MZ_KIND_FLAG;
    bool is_next = wants && !value;

    if (is_next)
        value = argv[1];
    if (count != 1)
        words->status = refuse_long_option(word, length, count);
    else if (value && !wants)
        words->status = mz_refuse("--%.*s takes no value", (int)length, word);
    else if (wants && !value)
        words->status = refuse_no_value(full_name(option), option);
    else
        add(words, name, value);
    return is_next && value ? 2 : 1;
}

/* That has a value; NULL: there is none. */
static const struct mz_option *find_letter(char letter)
{
    for (size_t i = 0; i < MZ_OPTION_COUNT; i++)
        if (mz_option_table[i].letter == letter &&
            mz_option_table[i].kind != MZ_KIND_FLAG)
            return &mz_option_table[i];
    return NULL;
}

/* -j N, -jN. */
static int take_letter_with_value(struct mz_option_words *words, char **argv,
                                  const struct mz_option *entry)
{
    const char *value = argv[0][2] ? argv[0] + 2 : argv[1];

    if (!value) {
        words->status = refuse_no_value(argv[0], entry);
        return 1;
    }
    add(words, entry->name, value);
    return argv[0][2] ? 1 : 2;
}

static const char *name_of_letter(char letter)
{
    for (size_t i = 0; i < MZ_OPTION_COUNT; i++)
        if (mz_option_table[i].letter == letter)
            return mz_option_table[i].name;
    return letter == 'V' ? "version" : strchr("h?", letter) ? "help" : NULL;
}

static int refuse_letters(const char *word)
{
    size_t length = strcspn(word, "=");
    const char *nearest = nearest_name(word, length);

    if (length > 2 && nearest)
        return mz_refuse("unknown option -%.*s: did you mean --%s?",
                         (int)length, word, nearest);
    if (strchr("cSE", word[0]) && !word[1])
        return mz_refuse("-%s: 'mazurka check' makes a temporary program; to "
                         "build one, use 'mazurka cc'",
                         word);
    return mz_refuse("unknown option -%s: try 'mazurka check --help'", word);
}

/* -output=FILE: a dash is missing; FILE is not named utput=FILE. */
static bool is_name_with_one_dash(const char *word)
{
    size_t length = strcspn(word + 1, "=");

    for (size_t i = 0; i < MZ_OPTION_COUNT; i++)
        if (length > 1 && strlen(mz_option_table[i].name) == length &&
            is_named(mz_option_table[i].name, word + 1, length))
            return true;
    return false;
}

/* Letters that take no value, one or several. */
static int take_letters(struct mz_option_words *words, char **argv)
{
    const char *word = argv[0] + 1;

    for (; *word; word++) {
        const char *name = name_of_letter(*word);

        if (!name || find_letter(*word)) {
            words->status = refuse_letters(argv[0] + 1);
            return 1;
        }
        add(words, name, NULL);
    }
    return 1;
}

/* ---- both ---------------------------------------------------------------- */

/* Takes one word, or two, and returns how many. */
static int take(struct mz_option_words *words, char **argv)
{
    const struct mz_option *entry;

    if (argv[0][0] != '-') {
        mz_arguments_add(words->build, argv[0]);
        return 1;
    }
    if (!argv[0][1]) {
        words->status = mz_refuse("-: standard input cannot be checked: name "
                                  "a file");
        return 1;
    }
    if (is_for_compiler(argv[0]))
        return take_compiler_option(words, argv);
    if (is_name_with_one_dash(argv[0])) {
        words->status = refuse_letters(argv[0] + 1);
        return 1;
    }
    entry = find_letter(argv[0][1]);
    if (entry)
        return take_letter_with_value(words, argv, entry);
    return argv[0][1] == '-' ? take_long_option(words, argv)
                             : take_letters(words, argv);
}

int mz_option_words_take(struct mz_option_words *words, int argc, char **argv)
{
    int i = 1;

    while (i < argc && strcmp(argv[i], "--") && !words->status)
        i += take(words, argv + i);
    return i;
}

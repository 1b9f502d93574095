/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/few_options.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "cli/help.h"
#include "cli/message.h"
#include "cli/nearest.h"
#include "cli/option.h"

enum { MOST_OPTIONS = 16, HELP_COLUMN = 24 };

static int refuse(struct mz_few_words *words, int status)
{
    words->status = status;
    return MZ_FEW_REFUSED;
}

static bool is_called(const char *name, const char *word, size_t length)
{
    return !strncmp(name, word, length) && !name[length];
}

const char *mz_few_options_owner(const char *name, size_t length)
{
    static const struct mz_few_options *const all[] = {
        &mz_replay_options, &mz_report_options, &mz_algorithms_options};

    for (size_t i = 0; i < MZ_COUNT(all); i++)
        for (size_t k = 0; all[i]->options[k].name; k++)
            if (is_called(all[i]->options[k].name, name, length))
                return all[i]->command;
    return NULL;
}

/* The same, of check, too. */
static const char *owner(const char *name, size_t length)
{
    for (size_t i = 0; i < MZ_OPTION_COUNT; i++)
        if (is_called(mz_option_table[i].name, name, length))
            return "check";
    return mz_few_options_owner(name, length);
}

static bool begins(const char *name, const char *word, size_t length)
{
    return !strncmp(name, word, length);
}

/* The option of that name, or the only one that begins so; -1: there is none,
 * or several. */
static int find(const struct mz_few_option *options, const char *word,
                size_t length)
{
    int found = -1;

    for (int i = 0; options[i].name; i++) {
        if (!begins(options[i].name, word, length))
            continue;
        if (!options[i].name[length])
            return i;
        found = found == -1 ? i : -2;
    }
    return found < 0 ? -1 : found;
}

static int refuse_unknown(struct mz_few_words *words, const char *word,
                          const char *name, size_t length)
{
    const struct mz_few_option *options = words->known->options;
    const char *names[MOST_OPTIONS + 2] = {NULL};
    const char *nearest;
    size_t count = 0;
    int shown = (int)(length + (size_t)(name - word));

    for (; options[count].name && count < MOST_OPTIONS; count++)
        names[count] = options[count].name;
    names[count] = "help";
    if (find(options, name, length) < 0 && owner(name, length))
        return refuse(words, mz_refuse("%.*s is for 'mazurka %s', not for "
                                       "'mazurka %s'",
                                       shown, word, owner(name, length),
                                       words->known->command));
    nearest = mz_nearest(name, length, names);
    if (nearest)
        return refuse(words, mz_refuse("unknown option %.*s: did you mean "
                                       "--%s?",
                                       shown, word, nearest));
    return refuse(words, mz_refuse("unknown option %.*s: try 'mazurka %s "
                                   "--help'",
                                   shown, word, words->known->command));
}

/* `joined` is what follows the = or the letter, NULL: nothing does. */
static int take_value(struct mz_few_words *words, int index, const char *joined)
{
    const struct mz_few_option *option = &words->known->options[index];

    words->value = joined;
    if (!option->value)
        return joined ? refuse(words,
                               mz_refuse("--%s takes no value", option->name))
                      : index;
    if (!joined && words->at < words->argc)
        words->value = words->argv[words->at++];
    if (!words->value || !*words->value)
        return refuse(words,
                      mz_refuse("--%s needs a value: --%s=%s", option->name,
                                option->name, option->value));
    return index;
}

static int take_long(struct mz_few_words *words, const char *word)
{
    size_t length = strcspn(word + 2, "=");
    int index = find(words->known->options, word + 2, length);

    if (index >= 0)
        return take_value(words, index,
                          word[2 + length] ? word + 3 + length : NULL);
    if (length && begins("help", word + 2, length) && !word[2 + length])
        return MZ_FEW_HELP;
    return refuse_unknown(words, word, word + 2, length);
}

static int take_letter(struct mz_few_words *words, const char *word)
{
    const struct mz_few_option *options = words->known->options;

    for (int i = 0; options[i].name; i++)
        if (options[i].letter == word[1])
            return take_value(words, i, word[2] ? word + 2 : NULL);
    if (strchr("h?", word[1]) && !word[2])
        return MZ_FEW_HELP;
    return refuse_unknown(words, word, word + 1, strcspn(word + 1, "="));
}

int mz_few_words_next(struct mz_few_words *words)
{
    const char *word;

    words->at += !words->at; /* the command's name */
    if (words->at >= words->argc)
        return MZ_FEW_END;
    word = words->argv[words->at++];
    words->value = word;
    if (word[0] != '-' || !word[1])
        return MZ_FEW_WORD;
    if (word[1] != '-')
        return take_letter(words, word);
    return word[2] ? take_long(words, word) : MZ_FEW_REST;
}

int mz_few_options_help(const struct mz_few_options *known)
{
    const struct mz_few_option *option = known->options;

    printf("Usage: mazurka %s\n", known->synopsis);
    mz_help_text(known->about);
    putchar('\n');
    for (; option->name; option++)
        mz_help_option(option->letter, option->name, option->value,
                       option->help, HELP_COLUMN);
    mz_help_option('h', "help", NULL, "Tell this", HELP_COLUMN);
    if (known->after) {
        putchar('\n');
        mz_help_text(known->after);
    }
    return fflush(stdout) ? MZ_EXIT_FAILED : 0;
}

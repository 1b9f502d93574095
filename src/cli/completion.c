/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/completion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "cli/algorithms.h"
#include "cli/few_options.h"
#include "cli/message.h"
#include "cli/nearest.h"
#include "cli/option.h"
#include "cli/option_value.h"
#include "region/failing.h"
#include "region/property.h"

/* ---- values -------------------------------------------------------------- */

/* "N|auto": what is in lower case is typed as it is. */
static void add_literals(struct mz_arguments *words, char *value)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    char *rest;

    for (char *word = strtok_r(value, "|", &rest); word;
         word = strtok_r(NULL, "|", &rest))
        if (word[strspn(word, letters)] == '\0')
            mz_arguments_add(words, word);
}

static bool takes_value(const struct mz_option *option)
{
    return option->kind != MZ_KIND_FLAG;
}

static bool takes_file(const struct mz_option *option)
{
    return option->kind == MZ_KIND_EXPECTED ||
           (takes_value(option) &&
            strstr(mz_option_value_name(option), "FILE"));
}

/* Separated by blanks; "" if any number, text or file will do. */
static char *values_of(const struct mz_option *option)
{
    struct mz_arguments words = {0};
    bool has_literals;

    if (!takes_value(option))
        return "";
    add_literals(&words, mz_option_value_name(option));
    has_literals = words.count > 0;
    for (size_t i = 0; !has_literals && option->names && option->names[i]; i++)
        mz_arguments_add(&words, option->names[i]);
    if (option->kind == MZ_KIND_PROPERTY)
        for (size_t i = MZ_PROPERTY_ALL + 1; i < MZ_PROPERTY_COUNT; i++)
            mz_arguments_add(&words, mz_property_names[i]);
    if (option->kind == MZ_KIND_FAILURES)
        for (size_t i = 0; i < MZ_FAILING_COUNT; i++)
            mz_arguments_add(&words, mz_failing_rows[i].name);
    if (option->kind == MZ_KIND_EXPECTED)
        mz_arguments_add(&words, "same");
    return mz_arguments_text(words.items);
}

/* ---- other commands ------------------------------------------------------ */

static const struct mz_few_options *const others[] = {
    &mz_replay_options, &mz_report_options, &mz_algorithms_options};

/* ---- bash ---------------------------------------------------------------- */

static const char bash_start[] =
    "# bash completion of mazurka: made from its table of options.\n"
    "_mazurka_values()\n"
    "{\n"
    "    case $1 in\n";

static const char bash_middle[] = "    esac\n"
                                  "}\n"
                                  "\n"
                                  "_mazurka_options()\n"
                                  "{\n"
                                  "    case $1 in\n";

/* Where `=` breaks words it is one by itself. */
static const char bash_end[] =
    "    esac\n"
    "}\n"
    "\n"
    "_mazurka()\n"
    "{\n"
    "    local at=$COMP_CWORD word=${COMP_WORDS[COMP_CWORD]} option words i\n"
    "\n"
    "    COMPREPLY=()\n"
    "    if [ \"$at\" -eq 1 ]; then\n"
    "        COMPREPLY=($(compgen -W \"$(_mazurka_options commands)\" -- "
    "\"$word\"))\n"
    "        return\n"
    "    fi\n"
    "    for ((i = 2; i < at; i++)); do # the program's own arguments\n"
    "        [ \"${COMP_WORDS[i]}\" = -- ] && return\n"
    "    done\n"
    "    option=${COMP_WORDS[at - 1]}\n"
    "    if [ \"$word\" = = ]; then\n"
    "        word=\n"
    "    elif [ \"$option\" = = ]; then\n"
    "        option=${COMP_WORDS[at - 2]}\n"
    "    fi\n"
    "    if [[ $word == -* ]]; then\n"
    "        words=$(_mazurka_options \"${COMP_WORDS[1]}\")\n"
    "    elif [ \"${COMP_WORDS[1]}\" = help ]; then\n"
    "        words=$(_mazurka_options commands)\n"
    "    else\n"
    "        words=$(_mazurka_values \"$option\")\n"
    "    fi\n"
    "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
    "    [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null\n"
    "}\n"
    "complete -o bashdefault -o default -F _mazurka mazurka\n";

static void write_bash_values(const struct mz_option *option)
{
    const char *values = values_of(option);

    if (!*values)
        return;
    printf("    --%s", option->name);
    if (option->letter)
        printf(" | -%c", option->letter);
    printf(") echo '%s' ;;\n", values);
}

static void write_bash_others(const struct mz_few_options *known)
{
    const struct mz_few_option *option = known->options;

    printf("    %s) echo '", known->command);
    for (; option->name; option++) {
        printf("--%s%s ", option->name, option->value ? "=" : "");
        if (option->letter)
            printf("-%c ", option->letter);
    }
    fputs("--help' ;;\n", stdout);
}

static void write_bash(const struct mz_completion_command *commands)
{
    fputs(bash_start, stdout);
    for (unsigned i = 0; i < MZ_OPTION_COUNT; i++)
        write_bash_values(&mz_option_table[i]);
    fputs(bash_middle, stdout);
    fputs("    check | hunt) echo '", stdout);
    for (unsigned i = 0; i < MZ_OPTION_COUNT; i++) {
        const struct mz_option *option = &mz_option_table[i];

        printf("--%s%s ", option->name, takes_value(option) ? "=" : "");
        if (option->letter)
            printf("-%c ", option->letter);
    }
    fputs("--help --version' ;;\n", stdout);
    for (size_t i = 0; i < MZ_COUNT(others); i++)
        write_bash_others(others[i]);
    fputs("    commands) echo '", stdout);
    for (; commands->name; commands++)
        printf("%s ", commands->name);
    fputs("--help --version' ;;\n", stdout);
    fputs(bash_end, stdout);
}

/* ---- zsh ----------------------------------------------------------------- */

/* Within the quotes ', where _arguments takes [, ], : and \ for its own. */
static void write_zsh_text(const char *text)
{
    for (; *text; text++) {
        if (*text == '\'') {
            fputs("'\\''", stdout);
            continue;
        }
        if (strchr("[]:\\", *text))
            putchar('\\');
        putchar(*text);
    }
}

/* --name=[help]:VALUE:(values), or :_files. */
static void write_zsh_option(const struct mz_option *option, bool by_letter)
{
    const char *values = values_of(option);

    fputs("            '", stdout);
    if (option->kind == MZ_KIND_NAMES)
        putchar('*');
    if (by_letter)
        printf("-%c%s", option->letter, takes_value(option) ? "+" : "");
    else
        printf("--%s%s", option->name, takes_value(option) ? "=" : "");
    putchar('[');
    write_zsh_text(mz_algorithms_help(option));
    putchar(']');
    if (takes_value(option)) {
        putchar(':');
        write_zsh_text(mz_option_value_name(option));
        putchar(':');
        if (takes_file(option) && *values)
            printf("{_alternative \"value\\:value\\:(%s)\" "
                   "\"file\\:file\\:_files\"}",
                   values);
        else if (takes_file(option))
            fputs("_files", stdout);
        else if (*values)
            printf("(%s)", values);
    }
    fputs("' \\\n", stdout);
}

static void write_zsh_other(const struct mz_few_option *option, bool by_letter)
{
    fputs(" \\\n            '", stdout);
    if (by_letter)
        printf("-%c%s", option->letter, option->value ? "+" : "");
    else
        printf("--%s%s", option->name, option->value ? "=" : "");
    putchar('[');
    write_zsh_text(option->help);
    putchar(']');
    if (option->value) {
        putchar(':');
        write_zsh_text(option->value);
        printf(":%s", option->completes);
    }
    putchar('\'');
}

static void write_zsh_others(const struct mz_few_options *known)
{
    const struct mz_few_option *option = known->options;

    printf("    %s)\n        _arguments -s -S", known->command);
    for (; option->name; option++) {
        write_zsh_other(option, false);
        if (option->letter)
            write_zsh_other(option, true);
    }
    puts(" \\\n            '--help[list the options]' \\\n"
         "            '*:file:_files'\n        ;;");
}

static void write_zsh(const struct mz_completion_command *commands)
{
    puts("#compdef mazurka\n"
         "# zsh completion of mazurka: made from its table of options.\n"
         "_mazurka()\n"
         "{\n"
         "    local -a commands=(");
    for (; commands->name; commands++) {
        printf("        '%s:", commands->name);
        write_zsh_text(commands->summary);
        puts("'");
    }
    puts("    )\n"
         "\n"
         "    if (( CURRENT == 2 )); then\n"
         "        _describe command commands\n"
         "        return\n"
         "    fi\n"
         "    shift words\n"
         "    (( CURRENT-- ))\n"
         "    case $words[1] in\n"
         "    help)\n"
         "        _describe command commands\n"
         "        ;;\n"
         "    check | hunt)\n"
         "        _arguments -s -S \\");
    for (unsigned i = 0; i < MZ_OPTION_COUNT; i++) {
        write_zsh_option(&mz_option_table[i], false);
        if (mz_option_table[i].letter)
            write_zsh_option(&mz_option_table[i], true);
    }
    puts("            '--help[list the options]' \\\n"
         "            '*:file:_files'\n"
         "        ;;");
    for (size_t i = 0; i < MZ_COUNT(others); i++)
        write_zsh_others(others[i]);
    puts("    *)\n"
         "        _files\n"
         "        ;;\n"
         "    esac\n"
         "}\n"
         "_mazurka \"$@\"");
}

/* ---- both ---------------------------------------------------------------- */

int mz_completion_write(const char *shell,
                        const struct mz_completion_command *commands)
{
    if (!strcmp(shell, "bash"))
        write_bash(commands);
    else if (!strcmp(shell, "zsh"))
        write_zsh(commands);
    else
        return mz_refuse("--completion=%s: choose bash or zsh%s", shell,
                         mz_nearest_question(shell, strlen(shell),
                                             (const char *const[]){
                                                 "bash", "zsh", NULL}));
    return fflush(stdout) ? MZ_EXIT_FAILED : 0;
}

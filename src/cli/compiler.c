/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* pipe2 */
#include "cli/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "base/text.h"
#include "cli/llvm.h"
#include "cli/message.h"

static const struct {
    const char *variables[2];
    const char *fallback;
} languages[] = {
    [MZ_LANGUAGE_C] = {{"MAZURKA_CC", "CC"}, "cc"},
    [MZ_LANGUAGE_CXX] = {{"MAZURKA_CXX", "CXX"}, "c++"},
};

static const char guard[] = "MAZURKA_COMPILING";

/* The file that exec would run for `word`, resolved. */
static bool locate(const char *word, char out[PATH_MAX])
{
    const char *path = strchr(word, '/') ? "" : getenv("PATH");

    if (strchr(word, '/'))
        return realpath(word, out);
    while (path && *path) {
        size_t length = strcspn(path, ":");
        char candidate[2 * PATH_MAX];

        snprintf(candidate, sizeof candidate, "%.*s/%s", (int)length, path,
                 word);
        if (access(candidate, X_OK) == 0 && realpath(candidate, out))
            return true;
        path += length + (path[length] == ':');
    }
    return false;
}

static bool is_this_command(const char *word, const struct mz_home *home)
{
    char file[PATH_MAX];

    return locate(word, file) && !strcmp(file, home->self);
}

static bool names_this_command(const char *text, const struct mz_home *home)
{
    struct mz_arguments words = {0};

    mz_arguments_split(&words, text);
    for (size_t i = 0; i < words.count; i++)
        if (is_this_command(words.items[i], home))
            return true;
    return words.count == 0;
}

static const char *choose(enum mz_language language, const struct mz_home *home)
{
    bool comes_round = getenv(guard);

    for (size_t i = 0; i < MZ_COUNT(languages[language].variables); i++) {
        const char *value = getenv(languages[language].variables[i]);

        if (value && !comes_round && !names_this_command(value, home))
            return value;
    }
    return languages[language].fallback;
}

static enum mz_compiler_family family_of_name(const char *path)
{
    const char *name = mz_text_last_part(path);

    if (strstr(name, "clang")) /* before g++: clang++ */
        return MZ_FAMILY_CLANG;
    if (strstr(name, "gcc") || strstr(name, "g++"))
        return MZ_FAMILY_GCC;
    return MZ_FAMILY_UNKNOWN;
}

static enum mz_compiler_family family_of_words(const struct mz_arguments *words)
{
    enum mz_compiler_family family = MZ_FAMILY_UNKNOWN;
    char file[PATH_MAX];

    for (size_t i = 0; i < words->count && !family; i++) {
        const char *word = words->items[i];

        if (word[0] == '-')
            continue;
        family = family_of_name(word);
        if (!family && locate(word, file))
            family = family_of_name(file);
    }
    return family;
}

void mz_compiler_end_round(void)
{
    setenv(guard, "1", true);
}

static _Noreturn void answer(struct mz_arguments *words, char *const *question,
                             int out)
{
    mz_arguments_add_all(words, question);
    mz_compiler_end_round();
    dup2(out, STDOUT_FILENO);
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    execvp(words->items[0], words->items);
    _exit(127);
}

/* Runs the compiler with further arguments; what it prints, NULL if it does
 * not run. To be closed with `end_answer`. */
static FILE *ask(const struct mz_arguments *words, char *const *question,
                 pid_t *child)
{
    struct mz_arguments copy = {0};
    int ends[2];

    mz_arguments_add_all(&copy, words->items);
    if (pipe2(ends, O_CLOEXEC) != 0 || (*child = fork()) < 0)
        return NULL;
    if (*child == 0)
        answer(&copy, question, ends[1]);
    close(ends[1]);
    return fdopen(ends[0], "r");
}

static void end_answer(FILE *printed, pid_t child)
{
    fclose(printed);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
}

static enum mz_compiler_family family_of_macros(FILE *macros)
{
    enum mz_compiler_family family = MZ_FAMILY_UNKNOWN;
    char line[4096];

    while (fgets(line, sizeof line, macros)) {
        if (!strncmp(line, "#define __clang__ ", 18))
            family = MZ_FAMILY_CLANG;
        if (!strncmp(line, "#define __GNUC__ ", 17) && !family)
            family = MZ_FAMILY_GCC;
    }
    return family;
}

/* Only where the compiler's name does not tell. */
static enum mz_compiler_family family_asked(const struct mz_arguments *words)
{
    static char *const question[] = {"-dM", "-E", "-x", "c", "/dev/null", NULL};
    enum mz_compiler_family family = MZ_FAMILY_UNKNOWN;
    pid_t child;
    FILE *macros = ask(words, question, &child);

    if (macros) {
        family = family_of_macros(macros);
        end_answer(macros, child);
    }
    return family;
}

/* Of clang itself, not of a command that runs it. */
static bool version_linked(const struct mz_compiler *compiler,
                           char out[MZ_VERSION_MAX])
{
    char file[PATH_MAX];

    return compiler->family == MZ_FAMILY_CLANG &&
           locate(compiler->words.items[0], file) &&
           mz_llvm_version(file, out, MZ_VERSION_MAX);
}

static bool version_asked(const struct mz_compiler *compiler,
                          char out[MZ_VERSION_MAX])
{
    static char *const full[] = {"-dumpfullversion", NULL};
    static char *const plain[] = {"-dumpversion", NULL};
    bool is_gcc = compiler->family == MZ_FAMILY_GCC;
    pid_t child;
    FILE *printed = ask(&compiler->words, is_gcc ? full : plain, &child);

    out[0] = '\0';
    if (printed) {
        if (fgets(out, MZ_VERSION_MAX, printed))
            out[strspn(out, "0123456789.")] = '\0';
        end_answer(printed, child);
    }
    return out[0];
}

bool mz_compiler_version(const struct mz_compiler *compiler,
                         char out[MZ_VERSION_MAX])
{
    return version_linked(compiler, out) || version_asked(compiler, out);
}

bool mz_compiler_find(struct mz_compiler *compiler, enum mz_language language,
                      const struct mz_home *home)
{
    const char *own = languages[language].variables[0];
    char file[PATH_MAX];

    memset(compiler, 0, sizeof *compiler);
    mz_arguments_split(&compiler->words, choose(language, home));
    if (!locate(compiler->words.items[0], file)) {
        mz_note("no compiler: '%s' is not found; install it, or set $%s",
                compiler->words.items[0], own);
        return false;
    }
    if (!strcmp(file, home->self)) {
        mz_note("'%s' is mazurka itself: set $%s to a compiler",
                compiler->words.items[0], own);
        return false;
    }
    compiler->family = family_of_words(&compiler->words);
    if (!compiler->family)
        compiler->family = family_asked(&compiler->words);
    if (!compiler->family)
        mz_note("'%s' is neither gcc nor clang: set $%s to one",
                compiler->words.items[0], own);
    return compiler->family;
}

/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* getline */
#include "cli/overflow.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "cli/compiler.h"
#include "cli/message.h"
#include "report/claim.h"

static bool starts(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

/* ---- the command line ---------------------------------------------------- */

/* These change what an overflow is, or which ones are told, or pass on to parts
 * of the compiler what we do not read; and files of options. */
static const char *const refused[] = {
    "-fwrapv",
    "-ftrapv",
    "-fno-strict-overflow",
    "-fsanitize",
    "-fno-sanitize",
    "-Xclang",
    "-mllvm",
    "-Wp,",
    "-fplugin",
    "-specs",
    "@",
};

/* Of libraries those that no overflow of the program's can be in. */
static const char *const libraries[] = {"-lm", "-lpthread", "-lrt", "-latomic"};

static bool is_refused(const char *option)
{
    for (size_t i = 0; i < MZ_COUNT(refused); i++)
        if (starts(option, refused[i]))
            return true;
    for (size_t i = 0; i < MZ_COUNT(libraries); i++)
        if (!strcmp(option, libraries[i]))
            return false;
    return starts(option, "-l") || !strcmp(option, "-w");
}

int mz_overflow_refuse(const struct mz_request *options)
{
    for (size_t i = 0; i < options->build.count; i++) {
        const char *item = options->build.items[i];

        if (item[0] != '-' && item[0] != '@' && !mz_claim_is_c(item))
            return mz_refuse("--property=no-overflow: name source files in C, "
                             "which are compiled with checks; %s is none",
                             item);
        if (is_refused(item))
            return mz_refuse("--property=no-overflow: with %s an overflow "
                             "could be missed",
                             item);
    }
    return 0;
}

/* ---- the compiler -------------------------------------------------------- */

void mz_overflow_add(struct mz_arguments *arguments)
{
    mz_arguments_add(arguments, "-fno-wrapv");
    mz_arguments_add(arguments, "-fsanitize=signed-integer-overflow,shift,"
                                "integer-divide-by-zero");
    if (!mz_overflow_is_seen())
        return;
    /* Without this, x++ and x += y of an _Atomic x are an addition that is not
     * checked; with it they are a loop, in which the sum is. The checks above
     * stay what they are. */
    mz_arguments_add(arguments, "-ftrapv");
    /* clang folds conditions that are constant; it warns of these, but not in
     * the headers of a system. */
    mz_arguments_add(arguments, "-Wsystem-headers");
    mz_arguments_add(arguments, "-Werror=integer-overflow");
    mz_arguments_add(arguments, "-Werror=shift-overflow");
    mz_arguments_add(arguments, "-Werror=shift-sign-overflow");
    mz_arguments_add(arguments, "-Werror=gnu-imaginary-constant"); /* 1i */
}

bool mz_overflow_is_seen(void)
{
    struct mz_compiler compiler = {0};
    struct mz_home home;

    return mz_home_find(&home) &&
           mz_compiler_find(&compiler, MZ_LANGUAGE_C, &home) &&
           compiler.family == MZ_FAMILY_CLANG;
}

/* Behind options that might turn these off. */
void mz_overflow_ask(struct mz_arguments *command, const struct mz_home *home)
{
    if (home->include[0]) {
        mz_arguments_add(command, "-idirafter");
        mz_arguments_add(command, home->include);
    }
    mz_arguments_add(command, "-fsyntax-only");
    mz_arguments_add(command, "-Wsystem-headers");
    mz_arguments_add(command, "-Werror=overflow");
    mz_arguments_add(command, "-Werror=shift-overflow=2");
    mz_arguments_add(command, "-xc");
}

/* ---- the text ------------------------------------------------------------ */

/* # 12 "file.c": the line that comes next. */
static bool read_marker(const char *text, char file[PATH_MAX], unsigned *line)
{
    return sscanf(text, "# %u \"%4095[^\"]", line, file) == 2;
}

/* Checks, or warnings, are turned off; or there are types with whose operations
 * no check comes. */
static const char *const exemptions[] = {
    "no_sanitize",  "diagnostic ignored", "vector_size",
    "_vector_type", "matrix_type",
};

static bool ends(const char *line, const char *at, const char *with)
{
    size_t length = strlen(with);

    return (size_t)(at - line) >= length && starts(at - length, with);
}

/* "_Complex" at `at`, of the line: with a floating type's name beside it. */
static bool is_floating(const char *line, const char *at)
{
    static const char *const with[] = {"_Complex float", "_Complex double",
                                       "_Complex long double",
                                       "_Complex _Float"};

    if (ends(line, at, "float ") || ends(line, at, "double "))
        return true;
    for (size_t i = 0; i < MZ_COUNT(with); i++)
        if (starts(at, with[i]))
            return true;
    return false;
}

static bool is_complex_integer(const char *line)
{
    for (const char *at = line; (at = strstr(at, "_Complex")); at++)
        if (!is_floating(line, at))
            return true;
    return strstr(line, "__complex__") || strstr(line, "__complex ");
}

static const char *exemption(const char *line)
{
    for (size_t i = 0; i < MZ_COUNT(exemptions); i++)
        if (strstr(line, exemptions[i]))
            return exemptions[i];
    return is_complex_integer(line) ? "_Complex" : NULL;
}

static int search(FILE *text)
{
    char file[PATH_MAX] = "?";
    unsigned number = 1;
    char *line = NULL;
    size_t size = 0;
    int status = 0;

    while (!status && getline(&line, &size, text) >= 0)
        if (exemption(line))
            status = mz_refuse("--property=no-overflow: %s:%u: with `%s` an "
                               "overflow could be missed",
                               file, number, exemption(line));
        else if (!read_marker(line, file, &number))
            number++;
    free(line);
    return status;
}

int mz_overflow_refuse_text(const char *path)
{
    FILE *text = fopen(path, "re");
    int status;

    if (!text)
        return mz_failed("cannot read %s: %s", path, strerror(errno));
    status = search(text);
    fclose(text);
    return status;
}

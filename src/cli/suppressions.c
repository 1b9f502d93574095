/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* getline */
#include "cli/suppressions.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/message.h"

/* ---- patterns ------------------------------------------------------------ */

/* `^a*b` becomes `a*b*`: what is not anchored may have more around it. */
static void add_pattern(struct mz_arguments *patterns, const char *pattern)
{
    size_t length = strlen(pattern), used = 0;
    char *glob = malloc(2 * length + 3);
    bool begins = pattern[0] == '^', ends = pattern[length - 1] == '$';

    if (!glob)
        mz_out_of_memory();
    if (!begins)
        glob[used++] = '*';
    for (size_t i = begins; i < length - ends; i++) {
        if (strchr("?[]\\", pattern[i]))
            glob[used++] = '\\';
        glob[used++] = pattern[i];
    }
    if (!ends)
        glob[used++] = '*';
    glob[used] = '\0';
    mz_arguments_add(patterns, glob);
    free(glob);
}

static bool matches(const struct mz_arguments *patterns, const char *text)
{
    for (size_t i = 0; text && i < patterns->count; i++)
        if (fnmatch(patterns->items[i], text, 0) == 0)
            return true;
    return false;
}

bool mz_suppressions_match(const struct mz_suppressions *suppressions,
                           const struct mz_frame *frames, size_t count)
{
    const struct mz_arguments *patterns = &suppressions->patterns;

    for (size_t i = 0; i < count; i++)
        if (matches(patterns, frames[i].function) ||
            matches(patterns, frames[i].file) ||
            matches(patterns, frames[i].module))
            return true;
    return false;
}

/* ---- the file ------------------------------------------------------------ */

static char *trim(char *line)
{
    size_t length;

    line[strcspn(line, "\n")] = '\0';
    while (isspace((unsigned char)*line))
        line++;
    length = strlen(line);
    while (length && isspace((unsigned char)line[length - 1]))
        line[--length] = '\0';
    return line;
}

/* After which of the kinds that there are; NULL: none of ours. */
static const char *pattern_of(const char *line)
{
    static const char *const kinds[] = {"race:", "race_top:"};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strncmp(line, kinds[i], strlen(kinds[i])))
            return line + strlen(kinds[i]);
    return NULL;
}

static bool is_empty(const char *pattern)
{
    return pattern[strspn(pattern, "^$")] == '\0';
}

static int read_line(struct mz_suppressions *suppressions, char *line,
                     const char *path, unsigned number)
{
    const char *pattern;

    line = trim(line);
    if (!*line || *line == '#')
        return 0;
    pattern = pattern_of(line);
    if (!pattern)
        return mz_refuse("%s:%u: only data races can be suppressed: "
                         "race:PATTERN, not '%s'",
                         path, number, line);
    if (is_empty(pattern))
        return mz_refuse("%s:%u: the pattern is empty", path, number);
    add_pattern(&suppressions->patterns, pattern);
    return 0;
}

int mz_suppressions_load(struct mz_suppressions *suppressions,
                         const char *path)
{
    FILE *file = fopen(path, "re");
    unsigned number = 0;
    char *line = NULL;
    size_t size = 0;
    int status = 0;

    if (!file)
        return mz_refuse("--suppressions=%s: %s", path, strerror(errno));
    while (!status && getline(&line, &size, file) >= 0)
        status = read_line(suppressions, line, path, ++number);
    if (!status && ferror(file))
        status = mz_refuse("--suppressions=%s: %s", path, strerror(errno));
    free(line);
    fclose(file);
    return status;
}

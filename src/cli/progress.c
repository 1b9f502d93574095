/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { COLUMNS = 79 }; /* more would wrap, and could not be erased */

struct line {
    char text[COLUMNS + 1];
    size_t length;
};

static bool is_shown;

static void erase(int out)
{
    static const char back[] = "\r\033[K";

    if (write(out, back, sizeof back - 1) < 0)
        return; /* nobody to tell */
}

/* A part that there is no room for is left out. */
__attribute__((format(printf, 2, 3))) static void add(struct line *line,
                                                      const char *format, ...)
{
    size_t room = sizeof line->text - line->length;
    va_list values;
    int length;

    va_start(values, format);
    length = vsnprintf(line->text + line->length, room, format, values);
    va_end(values);
    if (length > 0 && (size_t)length < room)
        line->length += (size_t)length;
}

static void add_elapsed(struct line *line, double seconds)
{
    unsigned whole = (unsigned)seconds;

    if (whole >= 3600)
        add(line, ", %u:%02u:%02u", whole / 3600, whole / 60 % 60, whole % 60);
    else
        add(line, ", %u:%02u", whole / 60, whole % 60);
}

bool mz_progress_is_wanted(void)
{
    return isatty(STDERR_FILENO);
}

static void add_time_left(struct line *line, const struct mz_time_left *left)
{
    char told[32];

    mz_time_left_tell(left, told, sizeof told);
    if (*told)
        add(line, ", %s", told);
}

void mz_progress_show(const struct mz_progress *progress, double seconds,
                      const struct mz_time_left *left)
{
    struct mz_progress now = *progress; /* it changes while we read */
    struct line line = {.length = 0};
    double rate = seconds > 0 ? (double)now.tally.executions / seconds : 0;

    add(&line, "mazurka: %llu executions, %.0f/s",
        (unsigned long long)now.tally.executions, rate);
    if (now.tally.blocked)
        add(&line, ", %llu blocked", (unsigned long long)now.tally.blocked);
    if (now.tally.errors)
        add(&line, ", %llu error%s", (unsigned long long)now.tally.errors,
            now.tally.errors == 1 ? "" : "s");
    if (now.explored > 0 && now.explored <= 1)
        add(&line, ", about %.1f %%", 100 * now.explored);
    add_elapsed(&line, seconds);
    add_time_left(&line, left);
    erase(STDERR_FILENO);
    if (write(STDERR_FILENO, line.text, line.length) > 0)
        is_shown = true;
}

void mz_progress_erase(void)
{
    if (is_shown)
        erase(STDERR_FILENO);
    is_shown = false;
}

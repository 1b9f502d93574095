/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/terminal.h"

enum { LONGEST = 255 };

struct line {
    char text[LONGEST + 1];
    size_t length;
    size_t most; /* more would wrap, and could not be erased */
};

/* The share that was told last: one that is less is no news to anybody. */
static double most_explored;

static bool is_shown;

static void erase(int out)
{
    static const char back[] = "\r\033[K";

    if (write(out, back, sizeof back - 1) < 0)
        return; /* nobody to tell */
}

/* The first part that there is no room for is left out, and all behind it. */
__attribute__((format(printf, 2, 3))) static void add(struct line *line,
                                                      const char *format, ...)
{
    size_t room = sizeof line->text - line->length;
    va_list values;
    int length;

    va_start(values, format);
    length = vsnprintf(line->text + line->length, room, format, values);
    va_end(values);
    if (length > 0 && line->length + (size_t)length <= line->most)
        line->length += (size_t)length;
    else
        line->most = line->length;
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
    return mz_terminal_can_erase(STDERR_FILENO);
}

static size_t widest(void)
{
    unsigned columns = mz_terminal_columns(STDERR_FILENO);

    return columns > LONGEST ? LONGEST : columns - 1;
}

/* An estimate: it may be too high, and is held until the search has come that
 * far. */
static void add_share(struct line *line, double explored)
{
    if (explored > most_explored && explored <= 1)
        most_explored = explored;
    if (most_explored > 0)
        add(line, ", about %.1f %%", 100 * most_explored);
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
    struct line line = {.most = widest()};
    double rate = seconds > 0 ? (double)now.tally.executions / seconds : 0;

    add(&line, "mazurka: %llu executions",
        (unsigned long long)now.tally.executions);
    add(&line, ", %.0f/s", rate);
    if (now.tally.blocked)
        add(&line, ", %llu blocked", (unsigned long long)now.tally.blocked);
    if (now.tally.errors)
        add(&line, ", %llu error%s", (unsigned long long)now.tally.errors,
            now.tally.errors == 1 ? "" : "s");
    add_share(&line, now.explored);
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
    most_explored = 0;
}

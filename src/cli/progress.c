/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/terminal.h"
#include "region/function.h"

#define PATIENCE_VARIABLE "MAZURKA_PATIENCE" /* docs/mazurka.1 */

enum { LONGEST = 255, PART = 48, MOST_PARTS = 8 };

/* Of a line, in its order. What has a higher weight is there rather than what
 * has a lower one, where there is no room for all. */
struct part {
    char text[PART];
    unsigned weight;
};

struct line {
    struct part parts[MOST_PARTS];
    unsigned count;
};

/* The share that was told last: one that is less is no news to anybody. */
static double most_explored;

static bool is_shown;

static const char back[] = "\r\033[K";

static void erase(int out)
{
    if (write(out, back, sizeof back - 1) < 0)
        return; /* nobody to tell */
}

__attribute__((format(printf, 3, 4))) static void
add(struct line *line, unsigned weight, const char *format, ...)
{
    struct part *part = &line->parts[line->count++];
    va_list values;

    va_start(values, format);
    vsnprintf(part->text, sizeof part->text, format, values);
    va_end(values);
    part->weight = weight;
}

static void add_elapsed(struct line *line, double seconds)
{
    unsigned whole = (unsigned)seconds;

    if (whole >= 3600)
        add(line, 4, "%u:%02u:%02u", whole / 3600, whole / 60 % 60, whole % 60);
    else
        add(line, 4, "%u:%02u", whole / 60, whole % 60);
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
        add(line, 6, "about %.1f %%", 100 * most_explored);
}

static void add_time_left(struct line *line, const struct mz_time_left *left)
{
    char told[32];

    mz_time_left_tell(left, told, sizeof told);
    if (*told)
        add(line, 5, "%s", told);
}

static const char name[] = "mazurka: ";

/* With the parts of at least this weight, and all but the last with ", ". */
static size_t length_of(const struct line *line, unsigned weight)
{
    size_t length = 0;

    for (unsigned i = 0; i < line->count; i++)
        if (line->parts[i].weight >= weight)
            length += strlen(line->parts[i].text) + (length ? 2 : 0);
    return length;
}

/* More than `most` would wrap, and could not be erased. */
static void write_out(const struct line *line, size_t most)
{
    char text[sizeof back + LONGEST + 1];
    size_t from = sizeof back - 1, length = from;
    unsigned weight = 0;

    while (length_of(line, weight) > most)
        weight++;
    memcpy(text, back, from);
    if (length_of(line, weight) + sizeof name - 1 <= most)
        length += (size_t)sprintf(text + length, "%s", name);
    for (unsigned i = 0, told = 0; i < line->count; i++)
        if (line->parts[i].weight >= weight)
            length += (size_t)sprintf(text + length, "%s%s", told++ ? ", " : "",
                                      line->parts[i].text);
    if (write(STDERR_FILENO, text, length) > 0)
        is_shown = true;
}

void mz_progress_show(const struct mz_progress *progress, double seconds,
                      const struct mz_time_left *left)
{
    struct mz_progress now = *progress; /* it changes while we read */
    struct line line = {0};
    double rate = seconds > 0 ? (double)now.tally.executions / seconds : 0;

    add(&line, 8, "%llu execution%s",
        (unsigned long long)now.tally.executions,
        now.tally.executions == 1 ? "" : "s");
    add(&line, 2, "%.0f/s", rate);
    if (now.tally.blocked)
        add(&line, 3, "%llu blocked", (unsigned long long)now.tally.blocked);
    if (now.tally.errors)
        add(&line, 7, "%llu error%s", (unsigned long long)now.tally.errors,
            now.tally.errors == 1 ? "" : "s");
    add_share(&line, now.explored);
    add_elapsed(&line, seconds);
    add_time_left(&line, left);
    write_out(&line, widest());
}

void mz_progress_show_beyond(const char *looks_for, double seconds)
{
    struct line line = {0};

    add(&line, 8, "error found");
    add(&line, 7, "looking for %s", looks_for);
    add_elapsed(&line, seconds);
    add(&line, 3, "Ctrl-C: without that");
    write_out(&line, widest());
}

double mz_progress_patience(void)
{
    const char *patience = getenv(PATIENCE_VARIABLE);

    if (!getenv(MZ_TOLD_VARIABLE))
        return 0;
    return patience ? strtod(patience, NULL) : 10;
}

void mz_progress_tell(const struct mz_progress *progress, double seconds)
{
    char *test;
    int out = (int)strtol(getenv(MZ_TOLD_VARIABLE), &test, 10);

    while (*test == ' ')
        test++;
    dprintf(out,
            "mazurka: %s%smz_check has explored for %.0f s: %llu executions, "
            "no end yet (.timeout and .max_executions are its limits)\n",
            test, *test ? ": " : "", seconds,
            (unsigned long long)progress->tally.executions);
}

void mz_progress_erase(void)
{
    if (is_shown)
        erase(STDERR_FILENO);
    is_shown = false;
    most_explored = 0;
}

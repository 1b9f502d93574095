/* SPDX-License-Identifier: Apache-2.0 */
#include "report/brevity.h"
#include "base/text.h"

#include <string.h>

/* ---- words --------------------------------------------------------------- */

static bool begins(const char *text, const char *word, size_t *length)
{
    *length = strlen(word);
    return !strncmp(text, word, *length);
}

static void forget_past(const struct mz_step *step, char *text)
{
    char *past = strstr(text, " (was "), *comes;

    if (!past ||
        (step->action != MZ_ACTION_STORE && step->action != MZ_ACTION_WRITE))
        return;
    comes = strstr(past, " (comes "); /* where memory is weak */
    memmove(past, comes ? comes : "", comes ? strlen(comes) + 1 : 1);
}

/* ` from f.c:9`: the line alone where that is the file of the step. */
static void forget_file(const struct mz_narrator *n, const struct mz_step *step,
                        char *text)
{
    static const char from[] = " from ";
    struct mz_frame place;
    const char *name;
    size_t length;

    if (!mz_narrator_step_place(n, step, &place) || !place.file)
        return;
    name = mz_text_last_part(place.file);
    length = strlen(name);
    while ((text = strstr(text, from))) {
        text += strlen(from);
        if (!strncmp(text, name, length) && text[length] == ':')
            memmove(text, text + length, strlen(text + length) + 1);
    }
}

void mz_brevity_step(const struct mz_narrator *n, const struct mz_step *step,
                     enum mz_brevity brevity, char out[MZ_PHRASE])
{
    static const char *const idle[] = {"atomic ", "pthread_mutex_", "pthread_"};
    char text[MZ_PHRASE];
    const char *from = text, *colon;
    size_t length;

    mz_narrator_step(n, step, text);
    if (brevity == MZ_BREVITY_NO_PAST)
        forget_past(step, text);
    if (brevity >= MZ_BREVITY_LINES)
        forget_file(n, step, text);
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        if (begins(from, idle[i], &length))
            from += length;
    colon = strstr(from, ": ");
    if (colon)
        snprintf(out, MZ_PHRASE, "%.*s%s", (int)(colon - from), from,
                 colon + 1);
    else
        snprintf(out, MZ_PHRASE, "%s", from);
}

void mz_brevity_place(const struct mz_frame *place, enum mz_brevity brevity,
                      char out[MZ_PHRASE])
{
    snprintf(out, MZ_PHRASE, "%s", "");
    if (!place->file || !place->line)
        return;
    if (brevity == MZ_BREVITY_NONE && place->function)
        snprintf(out, MZ_PHRASE, "%.200s:%u in %.200s", place->file,
                 place->line, place->function);
    else if (brevity <= MZ_BREVITY_FILES)
        snprintf(out, MZ_PHRASE, "%.300s:%u", mz_text_last_part(place->file),
                 place->line);
    else
        snprintf(out, MZ_PHRASE, ":%u", place->line);
}

void mz_brevity_place_of(const struct mz_narrator *n,
                         const struct mz_step *step, enum mz_brevity brevity,
                         char out[MZ_PHRASE])
{
    struct mz_frame place;

    snprintf(out, MZ_PHRASE, "%s", "");
    if (mz_narrator_step_place(n, step, &place))
        mz_brevity_place(&place, brevity, out);
}

/* ---- callers ------------------------------------------------------------- */

enum { MANY_ROWS = 500 }; /* a table that is not all told has fewer */

struct call {
    const char *function;
    unsigned thread, line; /* of the caller */
};

static bool find_call(const struct mz_narrator *n, const struct mz_step *step,
                      struct call *call)
{
    struct mz_frame place, caller;

    if (!mz_narrator_step_place(n, step, &place) || !place.function ||
        !mz_narrator_step_caller(n, step, &caller) || !caller.function ||
        !strcmp(place.function, caller.function)) /* each turn of recursion */
        return false;
    *call = (struct call){place.function, step->thread, caller.line};
    return true;
}

static bool is_another_call(const struct call *a, const struct call *b)
{
    return a->thread == b->thread && a->line != b->line &&
           !strcmp(a->function, b->function);
}

bool mz_brevity_wants_callers(const struct mz_narrator *n,
                              const struct mz_row *rows, size_t count)
{
    struct call calls[MANY_ROWS];
    size_t known = 0;

    for (size_t i = 0; i < count && known < MANY_ROWS; i++) {
        if (!find_call(n, rows[i].step, &calls[known]))
            continue;
        for (size_t k = 0; k < known; k++)
            if (is_another_call(&calls[k], &calls[known]))
                return true;
        known++;
    }
    return false;
}

void mz_brevity_caller_of(const struct mz_narrator *n,
                          const struct mz_step *step, char out[MZ_PHRASE])
{
    struct mz_frame place;

    snprintf(out, MZ_PHRASE, "%s", "");
    if (mz_narrator_step_caller(n, step, &place))
        snprintf(out, MZ_PHRASE, " < :%u", place.line);
}

bool mz_brevity_is_of_one_file(const struct mz_narrator *n,
                               const struct mz_row *rows, size_t count)
{
    struct mz_frame first = {0}, place;

    if (!mz_narrator_position(n, &n->report->region->findings[0], &first) ||
        !first.file)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!mz_narrator_step_place(n, rows[i].step, &place) || !place.file ||
            strcmp(place.file, first.file))
            return false;
    return true;
}

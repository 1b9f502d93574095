/* SPDX-License-Identifier: Apache-2.0 */
#include "report/brevity.h"
#include "base/text.h"

#include <string.h>

/* ---- words --------------------------------------------------------------- */

void mz_brevity_step(const struct mz_narrator *n, const struct mz_step *step,
                     enum mz_brevity brevity, char out[MZ_PHRASE])
{
    struct mz_narrator brief = *n;
    struct mz_frame place;

    brief.manner.is_brief = true;
    brief.manner.has_no_past = brevity == MZ_BREVITY_NO_PAST;
    if (brevity >= MZ_BREVITY_LINES && mz_narrator_step_place(n, step, &place))
        brief.manner.file = place.file;
    mz_narrator_step(&brief, step, out);
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

void mz_brevity_header_of(const struct mz_narrator *n,
                          const struct mz_step *step, char out[MZ_PHRASE])
{
    struct mz_frame place;

    snprintf(out, MZ_PHRASE, "%s", "");
    if (mz_narrator_step_header(n, step, &place))
        snprintf(out, MZ_PHRASE, " (%.60s:%u)", mz_text_last_part(place.file),
                 place.line);
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

/* SPDX-License-Identifier: Apache-2.0 */
#include "report/stacks.h"

#include <string.h>

#include "report/repeats.h"

enum { FUNCTION_WIDTH = 80 }; /* templates know no bounds */

void mz_stacks_place(const struct mz_frame *frame, FILE *out)
{
    if (frame->file && frame->line)
        fprintf(out, "%s:%u", frame->file, frame->line);
    else if (frame->module)
        fprintf(out, "(%s)", frame->module);
    if (frame->function)
        fprintf(out, " in %.*s%s", FUNCTION_WIDTH, frame->function,
                strlen(frame->function) > FUNCTION_WIDTH ? "..." : "");
}

static bool equal(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static bool same_frame(const void *items, size_t a, size_t b)
{
    const struct mz_frame *frames = items;

    return frames[a].line == frames[b].line &&
           equal(frames[a].file, frames[b].file) &&
           equal(frames[a].function, frames[b].function);
}

/* Without what the library has called the user's outermost function by. */
static size_t users_part(const struct mz_frame *frames, size_t count)
{
    for (size_t i = count; i > 0; i--)
        if (mz_narrator_is_users(&frames[i - 1]))
            return i;
    return count;
}

/* Below that is what the C++ library does for it, or for a library of whose
 * headers it makes use. */
static size_t told_first(const struct mz_frame *frames, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (mz_narrator_is_users(&frames[i]) ||
            mz_narrator_is_header(&frames[i]))
            return i;
    return 0;
}

/* Below that is what libraries do for it. */
static size_t users_first(const struct mz_frame *frames, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (mz_narrator_is_users(&frames[i]))
            return i;
    return 0;
}

/* Of a library's header, between frames of the user's: the numbers tell that
 * some are left out. A function without a source may be one that tells why, as
 * qsort does. */
static bool is_passed(const struct mz_frame *frame)
{
    return frame->file && !frame->is_of_system &&
           !mz_narrator_is_users(frame) && !mz_narrator_is_header(frame);
}

static void print_frames(const struct mz_frame *frames, size_t i, size_t count,
                         bool all, FILE *out)
{
    while (i < count) {
        struct mz_repetition repeat =
            mz_repeats_at(frames, i, count, same_frame);

        for (size_t k = i; k < i + repeat.period; k++) {
            if (!all && is_passed(&frames[k]))
                continue;
            fprintf(out, "  #%-2zu ", k);
            mz_stacks_place(&frames[k], out);
            fputc('\n', out);
        }
        if (repeat.times > 1)
            fprintf(out, "  ...  and so on, %zu times in all\n", repeat.times);
        i += repeat.period * repeat.times;
    }
}

void mz_stacks_print(const struct mz_narrator *n, const char *title,
                     const struct mz_stack *stack, FILE *out)
{
    struct mz_frame frames[MZ_FRAMES];
    char thread[MZ_PHRASE];
    size_t count, first, shown;

    if (!stack)
        return;
    count = mz_narrator_frames(n, stack, frames);
    shown = n->report->verbose ? count : users_part(frames, count);
    first = n->report->verbose ? 0 : told_first(frames, shown);
    if (shown <= first + 1 && !n->report->verbose)
        return; /* it was told */
    mz_narrator_thread(n, stack->thread, thread);
    fprintf(out, "\n%s (thread %s):\n", title, thread);
    print_frames(frames, first, shown,
                 n->report->verbose || is_passed(&frames[first]),
                 out);
    if (stack->depth == MZ_MAX_DEPTH || count == MZ_FRAMES)
        fputs("  ...  further callers are left out\n", out);
}

void mz_stacks_way(const struct mz_narrator *n, const struct mz_stack *stack,
                   FILE *out)
{
    struct mz_frame frames[MZ_FRAMES];
    size_t count = stack ? mz_narrator_frames(n, stack, frames) : 0;
    size_t end = users_part(frames, count);
    const char *word = "at";

    for (size_t i = users_first(frames, count); i < end; i++) {
        if (mz_narrator_is_users(&frames[end - 1]) && is_passed(&frames[i]))
            continue;
        fprintf(out, "    %s ", word);
        mz_stacks_place(&frames[i], out);
        fputc('\n', out);
        word = "from";
    }
}

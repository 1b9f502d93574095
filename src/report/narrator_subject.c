/* SPDX-License-Identifier: Apache-2.0 */
#include "report/narrator_parts.h"

#include <string.h>

/* `St13runtime_error: queue full` */
static void name_exception(const char *text, char out[MZ_PHRASE])
{
    struct mz_phrase phrase = mz_phrase_in(out, MZ_PHRASE);
    char type[MZ_MAX_TEXT];
    const char *rest = strstr(text, ": ");

    if (!rest)
        rest = text + strlen(text);
    snprintf(type, sizeof type, "%.*s", (int)(rest - text), text);
    mz_symbols_add_type_name(type, &phrase);
    if (*rest && !strncmp(rest + 2, out, phrase.used)) {
        mz_phrase_cut(&phrase, 0); /* it says its type itself */
        rest += 2;
    }
    mz_phrase_add(&phrase, "%s", rest);
}

/* `: main.1, created at f.cc:7`, where there is but one that it may be. */
static void add_joinable(const struct mz_narrator *n,
                         const struct mz_finding *finding, char out[MZ_PHRASE])
{
    const struct mz_account *account = &n->report->region->account;
    struct mz_phrase phrase = {out, MZ_PHRASE, strlen(out)};
    uint64_t thread = finding->numbers[0];
    struct mz_frame place;
    char name[MZ_PHRASE];

    if (!thread || thread >= MZ_WIDE_THREADS)
        return;
    mz_narrator_thread(n, (unsigned)thread, name);
    mz_phrase_add(&phrase, ": %s", name);
    for (uint32_t i = account->step_count; i-- > 0;) {
        const struct mz_step *step = &account->steps[i];

        if (step->action != MZ_ACTION_THREAD_CREATE || step->value != thread)
            continue;
        if (mz_narrator_step_place(n, step, &place) && place.line)
            mz_phrase_add(&phrase, ", created at %s:%u", place.file,
                          place.line);
        return;
    }
}

/* std::terminate is called by what the user's code calls. */
static bool tell_reason(const struct mz_narrator *n,
                        const struct mz_finding *finding, char out[MZ_PHRASE])
{
    const struct mz_stack *stack = mz_narrator_failed(n, finding);
    struct mz_frame frames[MZ_FRAMES];
    size_t count = stack ? mz_narrator_frames(n, stack, frames) : 0;

    for (size_t i = 0; i < count; i++) {
        const char *function = frames[i].function;
        bool ends = !strncmp(function, "std::thread::~thread", 20);

        if (!ends && strncmp(function, "std::thread::operator=", 22) != 0)
            continue;
        snprintf(out, MZ_PHRASE,
                 "a std::thread is %s that was neither joined "
                 "nor detached%s",
                 ends ? "destroyed" : "assigned to",
                 finding->numbers[1] ? ", as an exception leaves its block"
                                     : "");
        add_joinable(n, finding, out);
        return true;
    }
    return false;
}

/* `walk calls itself`, `even and odd call each other` */
static bool tell_recursion(const struct mz_narrator *n,
                           const struct mz_finding *finding,
                           char out[MZ_PHRASE])
{
    const struct mz_stack *stack = mz_narrator_failed(n, finding);
    struct mz_frame frames[MZ_FRAMES];
    size_t count = stack ? mz_narrator_frames(n, stack, frames) : 0;

    for (size_t i = 0; i + 3 < count; i++) {
        const char *a = frames[i].function, *b = frames[i + 1].function;

        if (!strcmp(a, b)) {
            snprintf(out, MZ_PHRASE, "%.200s calls itself", a);
            return true;
        }
        if (strcmp(a, frames[i + 2].function) ||
            strcmp(b, frames[i + 3].function))
            continue;
        snprintf(out, MZ_PHRASE, "%.200s and %.200s call each other", a, b);
        return true;
    }
    return false;
}

/* `hits of Session of a list` */
static bool tell_member(const struct mz_narrator *n, const struct mz_seen *seen,
                        char out[MZ_PHRASE])
{
    const struct mz_block_note *block = mz_narrator_block(n, seen->address);
    struct mz_phrase phrase = mz_phrase_in(out, MZ_PHRASE);
    struct mz_block_part part;
    char text[MZ_PHRASE / 2];

    if (!block || seen->address - block->address >= block->size)
        return false;
    part = mz_narrator_part(n, block, seen->address, seen->size);
    if (!mz_symbols_member(n->symbols, &part, text, sizeof text) || !*text)
        return false;
    mz_phrase_add(&phrase, "%s of ", text);
    if (!mz_symbols_block_type(n->symbols, &part, text, sizeof text))
        return false;
    mz_phrase_add(&phrase, "%s", text);
    return true;
}

/* What the code calls the memory that it must not use. */
static bool tell_expression(const struct mz_narrator *n,
                            const struct mz_finding *finding,
                            char out[MZ_PHRASE])
{
    const struct mz_region *region = n->report->region;
    bool is_call = finding->fault == MZ_FAULT_FREE_TWICE ||
                   finding->fault == MZ_FAULT_FREE_OTHERWISE ||
                   finding->fault == MZ_FAULT_CALL_ON_FREED;
    struct mz_seen seen = {finding->address,
                           is_call ? MZ_ALL_OF_IT : finding->access_size,
                           &region->account.failed};
    struct mz_way way;

    return finding == region->findings && finding->traced &&
           (mz_seen_way(n, &seen, &way, out) ||
            (!is_call && tell_member(n, &seen, out)));
}

/* The variable of a frame that was left, by the frame in which its address was
 * written somewhere. */
static bool tell_left(const struct mz_narrator *n,
                      const struct mz_finding *finding, char out[MZ_PHRASE])
{
    const struct mz_account *account = &n->report->region->account;
    struct mz_local_frame frame, other;

    for (uint32_t i = account->step_count; i-- > 0;) {
        const struct mz_step *step = &account->steps[i];
        struct mz_seen seen = {finding->address, finding->access_size,
                               &step->sight};
        struct mz_seen written = {step->value, 0, &step->sight};

        if ((step->has_value & 1) && mz_seen_frame(&seen, &frame) &&
            mz_seen_frame(&written, &other) && frame.cfa == other.cfa &&
            mz_seen_local(n, &seen, out))
            return true;
    }
    return false;
}

/* The thread-local variable of a thread that has ended. */
static bool tell_storage(const struct mz_narrator *n,
                         const struct mz_finding *finding, char out[MZ_PHRASE])
{
    const struct mz_seen seen = {.address = finding->address,
                                 .size = finding->access_size};

    return mz_seen_thread_local(n, &seen, out);
}

/* As who has failed calls it; or as others do, if it has no name for it. */
static void tell_object(const struct mz_narrator *n,
                        const struct mz_finding *finding, char out[MZ_PHRASE])
{
    const struct mz_account *account = &n->report->region->account;
    struct mz_seen seen = {finding->address, finding->access_size,
                           mz_narrator_any_sight(n, finding->address)};

    if (mz_seen_name(n, &seen, true, out, NULL) != MZ_WORDING_PLACE)
        return;
    for (uint32_t i = 0; i < account->step_count; i++) {
        seen.sight = &account->steps[i].sight;
        if (account->steps[i].address == finding->address &&
            mz_narrator_sees(seen.sight) &&
            mz_seen_name(n, &seen, true, out, NULL) != MZ_WORDING_PLACE)
            return;
    }
    mz_narrator_object(n, finding->address, finding->access_size, out);
}

const char *mz_narrator_subject(const struct mz_narrator *n,
                                const struct mz_finding *finding,
                                char out[MZ_PHRASE])
{
    if (finding->fault == MZ_FAULT_UNCAUGHT)
        name_exception(finding->text, out);
    else if (finding->fault == MZ_FAULT_STACK_OVERFLOW)
        return tell_recursion(n, finding, out) ? out : NULL;
    else if (finding->fault == MZ_FAULT_FRAME_LEFT)
        return tell_left(n, finding, out) ? out : NULL;
    else if (finding->fault == MZ_FAULT_LOCAL_ENDED)
        return tell_storage(n, finding, out) ? out : NULL;
    else if (finding->kind == MZ_FINDING_MEMORY)
        return tell_expression(n, finding, out) ? out : NULL;
    else if (finding->fault == MZ_FAULT_TERMINATED)
        return tell_reason(n, finding, out) ? out : NULL;
    else if (!finding->address)
        return NULL;
    else if (finding->side == MZ_SIDE_FREE)
        mz_narrator_object(n, finding->address, MZ_ALL_OF_IT, out);
    else
        tell_object(n, finding, out);
    return out;
}

/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* sigabbrev_np, strerrorname_np */
#include "report/narrator.h"
#include "base/text.h"
#include "report/namesakes.h"
#include "report/order.h"
#include "report/steps.h"

#include "region/failing.h"
#include "symbols/phrase.h"

#include <stdlib.h>
#include <string.h>

static struct mz_symbols *open_symbols(const struct mz_report *report)
{
    const struct mz_region *region = report->region;
    struct mz_module *modules =
        calloc(region->module_count + 1, sizeof *modules);
    struct mz_symbols *symbols;

    if (!modules)
        return NULL;
    for (uint32_t i = 0; i < region->module_count; i++)
        modules[i] = (struct mz_module){
            .path = i || !report->executable ? region->modules[i].path
                                             : report->executable,
            .bias = region->modules[i].bias,
        };
    symbols = mz_symbols_open(modules, region->module_count);
    free(modules);
    return symbols;
}

bool mz_narrator_open(struct mz_narrator *n, const struct mz_report *report)
{
    *n = (struct mz_narrator){.report = report};
    n->names = report->names ? report->names : &n->own_names;
    n->symbols = report->symbols && *report->symbols ? *report->symbols
                                                     : open_symbols(report);
    if (report->symbols)
        *report->symbols = n->symbols;
    if (n->symbols && mz_narrator_find_births(n)) {
        n->namesakes = mz_namesakes_find(n);
        return true;
    }
    mz_narrator_close(n);
    return false;
}

void mz_narrator_close(struct mz_narrator *n)
{
    mz_namesakes_free(n->namesakes);
    mz_narrator_forget_births(n);
    mz_memo_free(&n->own_names);
    if (!n->report->symbols)
        mz_symbols_close(n->symbols);
}

/* ---- threads ------------------------------------------------------------- */

/* Which of the first `count` bearers had the number when so many events were
 * executed; NULL: it was the first that ever had it. */
static const struct mz_bearer *bearer_at(const struct mz_region *region,
                                         unsigned thread, uint32_t events,
                                         uint32_t count)
{
    const struct mz_bearer *bearers = region->account.bearers;

    for (uint32_t i = count; i-- > 0;)
        if (bearers[i].thread == thread && bearers[i].from <= events)
            return &bearers[i];
    return NULL;
}

static size_t put_birth(const struct mz_region *region, unsigned thread,
                        uint32_t events, uint32_t count, char *out, size_t size)
{
    const struct mz_thread_name *name = &region->names[thread];
    const struct mz_bearer *bearer = bearer_at(region, thread, events, count);
    size_t length;

    if (thread == 0 || (!bearer && name->parent >= thread))
        return snprintf(out, size, "main");
    length = bearer ? put_birth(region, bearer->parent, MZ_NONE,
                                bearer - region->account.bearers, out, size)
                    : put_birth(region, name->parent, 0, 0, out, size);
    if (length >= size)
        return length;
    return length + snprintf(out + length, size - length, ".%u",
                             bearer ? bearer->child : name->child);
}

static void put_thread(const struct mz_narrator *n, unsigned thread,
                       uint32_t events, char out[MZ_PHRASE])
{
    const struct mz_region *region = n->report->region;
    uint32_t count = region->account.bearer_count;
    const struct mz_bearer *bearer;
    const char *name;
    size_t length;

    if (thread >= region->thread_count || thread >= MZ_WIDE_THREADS) {
        snprintf(out, MZ_PHRASE, thread == 0 ? "main" : "thread %u", thread);
        return;
    }
    length = put_birth(region, thread, events, count, out, MZ_PHRASE);
    bearer = bearer_at(region, thread, events, count);
    name = bearer ? bearer->name : region->names[thread].name;
    if (name[0] && length < MZ_PHRASE)
        snprintf(out + length, MZ_PHRASE - length, " (%s)", name);
}

void mz_narrator_thread(const struct mz_narrator *n, unsigned thread,
                        char out[MZ_PHRASE])
{
    put_thread(n, thread, MZ_NONE, out);
}

void mz_narrator_thread_in(const struct mz_narrator *n, unsigned thread,
                           const struct mz_step *step, char out[MZ_PHRASE])
{
    put_thread(n, thread, step->event + 1, out);
}

void mz_narrator_unseen_thread(const struct mz_narrator *n,
                               const struct mz_unseen *item,
                               char out[MZ_PHRASE])
{
    struct mz_phrase phrase = mz_phrase_in(out, MZ_PHRASE);

    if (!item->births.depth) {
        mz_narrator_thread(n, item->thread, out);
        return;
    }
    mz_phrase_add(&phrase, "main");
    for (uint32_t i = 0; i < item->births.depth && i < MZ_MAX_BIRTHS; i++)
        mz_phrase_add(&phrase, ".%u", item->births.at[i]);
}

/* ---- code ---------------------------------------------------------------- */

static bool is_installed(const char *file)
{
    return mz_text_begins(file, "/usr/include/");
}

/* Of the C++ library, of libc, or of the compiler; or of ours, which stands in
 * for one. */
static bool is_standard(const char *file)
{
    return mz_text_begins(file, "/usr/lib") || strstr(file, "/include/c++/") ||
           strstr(file, "/mazurka-headers/") ||
           (is_installed(file) &&
            (strstr(file, "/bits/") || strstr(file, "/sys/")));
}

static bool is_compiled_in(const struct mz_frame *frame)
{
    return frame->file && frame->line && !frame->is_of_system &&
           !is_standard(frame->file);
}

/* The user's, rather than one of a library that it was built with. */
bool mz_narrator_is_users(const struct mz_frame *frame)
{
    return is_compiled_in(frame) && !is_installed(frame->file);
}

bool mz_narrator_is_header(const struct mz_frame *frame)
{
    return is_compiled_in(frame) && is_installed(frame->file);
}

/* The innermost frame that is the user's, else the innermost with source. */
static const struct mz_frame *telling(const struct mz_frame *frames,
                                      size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (mz_narrator_is_users(&frames[i]))
            return &frames[i];
    for (size_t i = 0; i < count; i++)
        if (frames[i].file && frames[i].line)
            return &frames[i];
    return frames;
}

bool mz_narrator_access_place(const struct mz_narrator *n, uint64_t pc,
                              struct mz_frame *out)
{
    struct mz_frame frames[MZ_FRAMES];
    size_t count =
        pc ? mz_symbols_frames(n->symbols, pc - 1, frames, MZ_FRAMES) : 0;

    for (size_t i = 0; i < count; i++) {
        *out = frames[i];
        if (is_compiled_in(out))
            return true;
    }
    return mz_narrator_place(n, pc, out);
}

bool mz_narrator_place(const struct mz_narrator *n, uint64_t pc,
                       struct mz_frame *out)
{
    struct mz_frame frames[MZ_FRAMES];
    size_t count =
        pc ? mz_symbols_frames(n->symbols, pc - 1, frames, MZ_FRAMES) : 0;

    if (count)
        *out = *telling(frames, count);
    return count;
}

/* The innermost frame that is the user's. */
static bool place_of_sight(const struct mz_narrator *n,
                           const struct mz_sight *sight, struct mz_frame *out)
{
    for (unsigned i = 0; i < sight->depth; i++)
        if (mz_narrator_place(n, sight->pcs[i], out) &&
            mz_narrator_is_users(out))
            return true;
    return false;
}

bool mz_narrator_step_place(const struct mz_narrator *n,
                            const struct mz_step *step, struct mz_frame *out)
{
    return place_of_sight(n, &step->sight, out) ||
           mz_narrator_place(n, step->pc, out);
}

bool mz_narrator_step_header(const struct mz_narrator *n,
                             const struct mz_step *step, struct mz_frame *out)
{
    struct mz_frame frames[MZ_FRAMES];

    for (unsigned i = 0; i < step->sight.depth; i++) {
        uint64_t pc = step->sight.pcs[i];
        size_t count =
            pc ? mz_symbols_frames(n->symbols, pc - 1, frames, MZ_FRAMES) : 0;

        for (size_t k = 0; k < count; k++) {
            *out = frames[k];
            if (mz_narrator_is_header(out))
                return true;
            if (mz_narrator_is_users(out))
                return false;
        }
    }
    return false;
}

/* In libstdc++, in libc++. */
static bool is_of_std_atomic(const struct mz_frame *frame)
{
    const char *name = frame->file ? mz_text_last_part(frame->file) : "";

    return !strcmp(name, "atomic") || !strcmp(name, "atomic_base.h") ||
           (frame->file && strstr(frame->file, "/__atomic/"));
}

/* NULL: all frames here are of std::atomic. */
static const struct mz_frame *user_of_atomic(const struct mz_frame *frames,
                                             size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!is_of_std_atomic(&frames[i]))
            return &frames[i];
    return NULL;
}

bool mz_narrator_step_is_programs(const struct mz_narrator *n,
                                  const struct mz_step *step)
{
    struct mz_frame frames[MZ_FRAMES];

    for (unsigned i = 0; i < step->sight.depth; i++) {
        uint64_t pc = step->sight.pcs[i];
        size_t count =
            pc ? mz_symbols_frames(n->symbols, pc - 1, frames, MZ_FRAMES) : 0;
        const struct mz_frame *user = user_of_atomic(frames, count);

        if (user)
            return is_compiled_in(user);
    }
    return false;
}

const char *mz_narrator_line(const struct mz_narrator *n,
                             const struct mz_sight *sight)
{
    struct mz_frame place;

    return place_of_sight(n, sight, &place)
               ? mz_symbols_source_line(n->symbols, place.file, place.line)
               : NULL;
}

bool mz_narrator_step_caller(const struct mz_narrator *n,
                             const struct mz_step *step, struct mz_frame *out)
{
    bool has_place = false;

    for (unsigned i = 0; i < step->sight.depth; i++) {
        if (!mz_narrator_place(n, step->sight.pcs[i], out) ||
            !mz_narrator_is_users(out))
            continue;
        if (has_place)
            return true;
        has_place = true;
    }
    return false;
}

const struct mz_stack *mz_narrator_stack(const struct mz_narrator *n,
                                         enum mz_stack_role role,
                                         unsigned thread)
{
    const struct mz_account *account = &n->report->region->account;

    for (uint32_t i = account->stack_count; i-- > 0;) {
        const struct mz_stack *stack = &account->stacks[i];

        if (stack->role == role && stack->depth &&
            (thread == MZ_NOBODY || stack->thread == thread))
            return stack;
    }
    return NULL;
}

static bool is_told(const struct mz_narrator *n,
                    const struct mz_finding *finding)
{
    return finding == n->report->region->findings && finding->traced;
}

const struct mz_stack *mz_narrator_failed(const struct mz_narrator *n,
                                          const struct mz_finding *finding)
{
    const struct mz_stack *stack = NULL;

    if (is_told(n, finding))
        stack = mz_narrator_stack(n, MZ_STACK_FAULT, MZ_NOBODY);
    if (is_told(n, finding) && !stack)
        stack = mz_narrator_stack(n, MZ_STACK_FAILURE, MZ_NOBODY);
    return stack;
}

const struct mz_stack *mz_narrator_raced(const struct mz_narrator *n,
                                         const struct mz_finding *finding)
{
    const struct mz_stack *stack = NULL;

    if (is_told(n, finding))
        stack = mz_narrator_stack(n, MZ_STACK_OTHER, finding->other_thread);
    return stack && stack->pcs[0] == finding->other_pc ? stack : NULL;
}

size_t mz_narrator_frames(const struct mz_narrator *n,
                          const struct mz_stack *stack,
                          struct mz_frame out[MZ_FRAMES])
{
    size_t count = 0;

    for (unsigned i = 0; i < stack->depth && count < MZ_FRAMES; i++) {
        bool exact = i == 0 && stack->role == MZ_STACK_FAULT;

        count += mz_symbols_frames(n->symbols, stack->pcs[i] - !exact,
                                   out + count, MZ_FRAMES - count);
    }
    return count;
}

static bool place_of_stack(const struct mz_narrator *n,
                           const struct mz_stack *stack, struct mz_frame *out)
{
    struct mz_frame frames[MZ_FRAMES];
    size_t count = stack ? mz_narrator_frames(n, stack, frames) : 0;

    if (count)
        *out = *telling(frames, count);
    return count;
}

/* An assertion tells its place itself; the debug information names the file as
 * the user would. */
static bool place_of_assertion(const struct mz_finding *finding, bool known,
                               struct mz_frame *out)
{
    if (!known || out->line != finding->line)
        *out = (struct mz_frame){.file = finding->file,
                                 .line = finding->line,
                                 .function = finding->function};
    return true;
}

static bool is_brace(const struct mz_narrator *n, const struct mz_frame *frame)
{
    const char *line =
        frame->file && frame->line
            ? mz_symbols_source_line(n->symbols, frame->file, frame->line)
            : NULL;

    return line && line[strspn(line, " \t")] == '{';
}

/* A stack overflows where a function begins: who has called it tells more. */
static void place_at_call(const struct mz_narrator *n,
                          const struct mz_finding *finding,
                          struct mz_frame *out)
{
    const struct mz_stack *stack = mz_narrator_failed(n, finding);
    struct mz_frame frames[MZ_FRAMES];
    size_t count = stack ? mz_narrator_frames(n, stack, frames) : 0;

    if (count > 1 && is_brace(n, &frames[0]) &&
        mz_narrator_is_users(&frames[1]))
        *out = frames[1];
}

static bool place_of_failure(const struct mz_narrator *n,
                             const struct mz_finding *finding,
                             struct mz_frame *out)
{
    bool known = place_of_stack(n, mz_narrator_failed(n, finding), out) ||
                 mz_narrator_place(n, finding->pc, out);

    if (known && finding->fault == MZ_FAULT_STACK_OVERFLOW)
        place_at_call(n, finding, out);
    return finding->line ? place_of_assertion(finding, known, out) : known;
}

/* What has come by the return from a function has that for its place. */
static bool place_of_return(const struct mz_narrator *n, uint64_t pc,
                            struct mz_frame *out)
{
    return pc && mz_symbols_function_at(n->symbols, pc - 1, out);
}

bool mz_narrator_failure(const struct mz_narrator *n,
                         const struct mz_finding *finding, struct mz_frame *out)
{
    if ((finding->fault == MZ_FAULT_MAIN_RETURNED ||
         finding->side == MZ_SIDE_END) &&
        place_of_return(n, finding->pc, out))
        return true;
    return place_of_failure(n, finding, out);
}

/* What compilers tell is a line, of a file that may be a header, from which a
 * function was inlined: then the line has another name in it. */
static bool has_name(const struct mz_narrator *n, const struct mz_frame *place,
                     const char *name)
{
    const char *line =
        place->file && place->line
            ? mz_symbols_source_line(n->symbols, place->file, place->line)
            : NULL;

    return line && *name && strstr(line, name);
}

bool mz_narrator_variable(const struct mz_narrator *n,
                          const struct mz_finding *finding,
                          struct mz_frame *out)
{
    *out = (struct mz_frame){0};
    if (!mz_fault_has_variable(finding->fault))
        return false;
    if (!finding->numbers[4])
        out->file = *finding->found ? finding->found : NULL;
    else if (!mz_narrator_place(n, finding->numbers[4] + 1, out))
        return false;
    out->line = (unsigned)finding->numbers[3];
    out->column = 0;
    if (!has_name(n, out, finding->text))
        out->line = 0;
    return out->line || out->function;
}

bool mz_narrator_has_other(const struct mz_finding *finding)
{
    return finding->kind == MZ_FINDING_DATA_RACE || finding->other_side;
}

bool mz_narrator_other(const struct mz_narrator *n,
                       const struct mz_finding *finding, struct mz_frame *out)
{
    return (finding->other_side == MZ_SIDE_END &&
            place_of_return(n, finding->other_pc, out)) ||
           place_of_stack(n, mz_narrator_raced(n, finding), out) ||
           mz_narrator_place(n, finding->other_pc, out);
}

bool mz_narrator_standing(const struct mz_narrator *n, unsigned thread,
                          struct mz_frame *out)
{
    return place_of_stack(n, mz_narrator_stack(n, MZ_STACK_BLOCKED, thread),
                          out);
}

/* Of a deadlock it is that of the first who waits. */
bool mz_narrator_position(const struct mz_narrator *n,
                          const struct mz_finding *finding,
                          struct mz_frame *out)
{
    const struct mz_blocked_thread *first = &finding->blocked[0];

    if (finding->kind != MZ_FINDING_DEADLOCK)
        return mz_narrator_failure(n, finding, out);
    if (!finding->blocked_count)
        return false;
    return (is_told(n, finding) &&
            mz_narrator_standing(n, first->thread, out)) ||
           mz_narrator_place(n, first->pc, out);
}

/* ---- steps --------------------------------------------------------------- */

/* The name of an action, or of a function, and what stands between that and
 * what is told of it. */
static const char *name_in(const struct mz_manner *manner, const char *name)
{
    static const char *const idle[] = {"atomic ", "pthread_mutex_", "pthread_"};

    for (size_t i = 0; manner->is_brief && i < MZ_COUNT(idle); i++)
        if (!strncmp(name, idle[i], strlen(idle[i])))
            name += strlen(idle[i]);
    return name;
}

static const char *colon_in(const struct mz_manner *manner)
{
    return manner->is_brief ? " " : ": ";
}

struct access {
    const char *name, *colon;
    char object[MZ_PHRASE], value[MZ_PHRASE], second[MZ_PHRASE];
    bool has_address; /* the value is one, and no more is known of it */
};

/* What a promise does to its state is a pthread_once of the library's. */
static const char *const names_of_setting[MZ_ACTION_COUNT] = {
    [MZ_ACTION_ONCE_BEGIN] = "begins to set",
    [MZ_ACTION_ONCE] = "finds already set",
    [MZ_ACTION_ONCE_END] = "has set",
};

static void read_access(const struct mz_narrator *n, const struct mz_step *step,
                        struct access *access)
{
    *access = (struct access){
        .name = name_in(&n->manner, mz_action_names[step->action]),
        .colon = colon_in(&n->manner),
    };
    if (step->address &&
        mz_narrator_object_seen(n, step->address, step->size,
                                mz_narrator_sight(n, step), access->object) ==
            MZ_WORDING_LIBRARY &&
        names_of_setting[step->action])
        access->name = names_of_setting[step->action];
    if (step->has_value & 1)
        access->has_address =
            mz_narrator_value_seen(n, step->address, step->size, step->value,
                                   &step->sight, access->value) ==
                MZ_WORDING_PLACE &&
            !strncmp(access->value, "0x", 2);
    if (step->has_value & 2)
        mz_narrator_value_seen(n, step->address, step->size, step->second,
                               &step->sight, access->second);
}

/* `x = NEW (was OLD)` */
static void put_change(const struct access *access, const char *new,
                       const char *old, char out[MZ_PHRASE])
{
    struct mz_phrase phrase = mz_phrase_in(out, MZ_PHRASE);

    mz_phrase_add(&phrase, "%s%s%.200s = %.120s", access->name, access->colon,
                  access->object, new);
    if (*old)
        mz_phrase_add(&phrase, " (was %.120s)", old);
}

/* `x += 2 (was 1, is 3)`, the sign being that of the operator. */
static void put_update(const struct mz_narrator *n, const struct mz_step *step,
                       const struct access *access, const char *sign,
                       char out[MZ_PHRASE])
{
    char new[MZ_PHRASE];
    uint64_t result = 0;

    mz_step_result(step, &result);
    mz_narrator_value_seen(n, step->address, step->size, result, &step->sight,
                           new);
    snprintf(out, MZ_PHRASE, "%s%s%.200s %s= %.60s (was %.60s, is %.60s)",
             access->name, access->colon, access->object, sign, access->second,
             access->value, new);
}

/* Where a pointer leads to says nothing if that has no name. */
static void leave_out_address(const struct mz_step *step, struct access *access)
{
    bool is_plain = step->action == MZ_ACTION_LOAD ||
                    step->action == MZ_ACTION_STORE ||
                    step->action == MZ_ACTION_READ ||
                    step->action == MZ_ACTION_WRITE;

    if (is_plain && access->has_address)
        access->value[0] = '\0';
}

static bool changes_count(enum mz_action action)
{
    enum mz_does does = mz_action_does[action];

    return does == MZ_DOES_DRAW || does == MZ_DOES_PUT || does == MZ_DOES_SET;
}

static void describe_access(const struct mz_narrator *n,
                            const struct mz_step *step, char out[MZ_PHRASE])
{
    static const char *const signs[MZ_ACTION_COUNT] = {
        [MZ_ACTION_FETCH_ADD] = "+", [MZ_ACTION_FETCH_SUB] = "-",
        [MZ_ACTION_FETCH_AND] = "&", [MZ_ACTION_FETCH_OR] = "|",
        [MZ_ACTION_FETCH_XOR] = "^", [MZ_ACTION_FETCH_NAND] = "nand",
    };
    struct access access;

    read_access(n, step, &access);
    if (n->manner.is_brief)
        leave_out_address(step, &access);
    if (signs[step->action])
        put_update(n, step, &access, signs[step->action], out);
    else if (changes_count(step->action) ||
             (mz_action_does[step->action] == MZ_DOES_WRITE && *access.value))
        put_change(&access, access.value,
                   n->manner.has_no_past && !changes_count(step->action)
                       ? ""
                       : access.second,
                   out);
    else if (step->action == MZ_ACTION_EXCHANGE ||
             step->action == MZ_ACTION_COMPARE_EXCHANGE)
        put_change(&access, access.second, access.value, out);
    else
        snprintf(out, MZ_PHRASE, "%s%s%.300s%s%.120s", access.name,
                 *access.object ? access.colon : "", access.object,
                 *access.value ? " is " : "", access.value);
}

static void describe_free(const struct mz_narrator *n,
                          const struct mz_step *step, char out[MZ_PHRASE])
{
    char object[MZ_PHRASE];

    mz_narrator_object_seen(n, step->address, MZ_ALL_OF_IT, &step->sight,
                            object);
    snprintf(out, MZ_PHRASE, "%s%s%.400s",
             name_in(&n->manner, mz_action_names[step->action]),
             colon_in(&n->manner), object);
}

static void describe_allocation(const struct mz_narrator *n,
                                const struct mz_step *step, char out[MZ_PHRASE])
{
    const struct mz_block_note *block = mz_narrator_block(n, step->address);
    struct mz_phrase phrase = mz_phrase_in(out, MZ_PHRASE);

    mz_phrase_add(&phrase, "%s %lu byte%s",
                  name_in(&n->manner, mz_action_names[step->action]),
                  (unsigned long)step->value, step->value == 1 ? "" : "s");
    if (block && block->address == step->address)
        mz_narrator_allocated(n, block, &phrase);
}

/* Which, and who is sent it. */
static void tell_signal(const struct mz_narrator *n, const struct mz_step *step,
                        char out[MZ_PHRASE])
{
    struct mz_phrase phrase = mz_phrase_in(out, MZ_PHRASE);
    const char *action = name_in(&n->manner, mz_action_names[step->action]);
    const char *name = sigabbrev_np(step->value);
    char thread[MZ_PHRASE];

    if (name)
        mz_phrase_add(&phrase, "%s SIG%s", action, name);
    else
        mz_phrase_add(&phrase, "%s %lu", action, (unsigned long)step->value);
    if (step->action != MZ_ACTION_SIGNAL_SEND)
        return;
    mz_narrator_thread_in(n, step->second, step, thread);
    mz_phrase_add(&phrase, " to %.300s", thread);
}

/* "malloc fails (ENOMEM)", "read is cut short" */
static void tell_failure(const struct mz_narrator *n,
                         const struct mz_step *step, char out[MZ_PHRASE])
{
    const struct mz_failing_row *row =
        &mz_failing_rows[step->value % MZ_FAILING_COUNT];
    const char *name = name_in(&n->manner, row->name);
    int way = row->ways[step->second % MZ_MOST_WAYS];

    if (way == MZ_FAILS_SHORT)
        snprintf(out, MZ_PHRASE, "%s is cut short", name);
    else if (way == MZ_FAILS_SPURIOUSLY)
        snprintf(out, MZ_PHRASE, "%s fails spuriously", name);
    else
        snprintf(out, MZ_PHRASE, "%s %s (%s)", name,
                 mz_action_names[step->action], strerrorname_np(way));
}

/* ` step 3's`; 0: the step was left out. */
static void put_store(uint64_t step, struct mz_phrase *phrase)
{
    if (step)
        mz_phrase_add(phrase, " step %lu's", (unsigned long)step);
    else
        mz_phrase_add(phrase, " one that is not shown");
}

/* Where memory is weak: which write the step does not know of, or comes
 * before. */
static void put_served(const struct mz_narrator *n, const struct mz_step *step,
                       char out[MZ_PHRASE])
{
    const struct mz_account *account = &n->report->region->account;
    uint64_t source = mz_steps_of_event(account, step->source);
    uint64_t newest = mz_steps_of_event(account, step->newest);
    uint64_t next = mz_steps_of_event(account, step->next);
    struct mz_phrase phrase = {out, MZ_PHRASE, strlen(out)};

    if (step->served & MZ_STEP_STALE) {
        mz_phrase_add(&phrase, " (stale: ");
        if (step->source == MZ_NONE)
            mz_phrase_add(&phrase, "as at first, ");
        else if (source)
            mz_phrase_add(&phrase, "by step %lu, ", (unsigned long)source);
        mz_phrase_add(&phrase, "the last store is");
        put_store(newest, &phrase);
    } else if (step->served & MZ_STEP_BEHIND) {
        mz_phrase_add(&phrase, " (comes %s", next ? "right before" : "before");
        put_store(next ? next : newest, &phrase);
    } else {
        return;
    }
    mz_phrase_add(&phrase, ")");
}

void mz_narrator_step(const struct mz_narrator *n, const struct mz_step *step,
                      char out[MZ_PHRASE])
{
    const char *name = name_in(&n->manner, mz_action_names[step->action]);
    const char *colon = colon_in(&n->manner);
    char thread[MZ_PHRASE];

    switch ((enum mz_action)step->action) {
    case MZ_ACTION_THREAD_CREATE:
        put_thread(n, step->value, step->event + 2, thread); /* from now on */
        snprintf(out, MZ_PHRASE, "%s%s%.300s", name, colon, thread);
        break;
    case MZ_ACTION_THREAD_JOIN:
    case MZ_ACTION_THREAD_TRYJOIN_FAIL:
    case MZ_ACTION_THREAD_TIMEDJOIN_FAIL:
    case MZ_ACTION_THREAD_CANCEL:
        mz_narrator_thread_in(n, step->value, step, thread);
        snprintf(out, MZ_PHRASE, "%s%s%.300s", name, colon, thread);
        break;
    case MZ_ACTION_SIGNAL_SEND:
    case MZ_ACTION_SIGNAL_SEND_PROCESS:
    case MZ_ACTION_SIGNAL_HANDLER:
    case MZ_ACTION_SIGNAL_TAKE:
        tell_signal(n, step, out);
        break;
    case MZ_ACTION_CHOOSE:
        snprintf(out, MZ_PHRASE, "%s%s%lu", name, colon,
                 (unsigned long)step->value);
        break;
    case MZ_ACTION_FAIL:
        tell_failure(n, step, out);
        break;
    case MZ_ACTION_MALLOC:
        describe_allocation(n, step, out);
        break;
    case MZ_ACTION_FREE:
        describe_free(n, step, out);
        break;
    default:
        if (MZ_ACTION_IS_NONDET(step->action))
            snprintf(out, MZ_PHRASE, "%s%s%ld", name, colon,
                     (long)step->value);
        else
            describe_access(n, step, out);
        if (step->served)
            put_served(n, step, out);
    }
}

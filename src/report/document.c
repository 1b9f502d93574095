/* SPDX-License-Identifier: Apache-2.0 */
#include "report/document.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "region/failing.h"
#include "region/property.h"
#include "report/asserted.h"
#include "report/calls.h"
#include "report/critical.h"
#include "report/fold.h"
#include "report/further.h"
#include "report/hint.h"
#include "report/narrator.h"
#include "report/obstacles.h"
#include "report/order.h"
#include "report/printed.h"
#include "report/race_notes.h"
#include "report/refusal.h"
#include "report/sentence.h"
#include "report/sharers.h"
#include "report/statistics.h"
#include "report/steps.h"
#include "report/strengths.h"
#include "report/survey.h"
#include "report/unseen.h"
#include "report/unwritten.h"
#include "report/waiting.h"
#include "report/written.h"

/* Another number where a field changes its meaning: docs/report.schema.json. */
enum { SCHEMA = 1 };

const char *const mz_verdict_names[MZ_VERDICTS] = {
    [MZ_VERDICT_SAFE] = "safe",
    [MZ_VERDICT_ERROR] = "error",
    [MZ_VERDICT_INCOMPLETE] = "incomplete",
    [MZ_VERDICT_UNSUPPORTED] = "unsupported",
    [MZ_VERDICT_FAILED] = "failed",
};

/* Text from a checked program need not be UTF-8; then bytes become '?'. */
static json_t *text(const char *string)
{
    const char *s = string ? string : "";
    json_t *value = json_string(s);
    char clean[MZ_PHRASE];
    size_t i = 0;

    if (value)
        return value;
    for (; s[i] && i + 1 < sizeof clean; i++)
        clean[i] = (signed char)s[i] < 0 ? '?' : s[i];
    clean[i] = 0;
    return json_string(clean);
}

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

static void set_hex(json_t *object, const char *key, uint64_t value)
{
    char digits[20];

    snprintf(digits, sizeof digits, "%016" PRIx64, value);
    set(object, key, json_string(digits));
}

static void set_place(json_t *object, const struct mz_frame *frame)
{
    set(object, "file", frame->file ? text(frame->file) : json_null());
    set(object, "line", json_integer(frame->line));
    set(object, "function",
        frame->function ? text(frame->function) : json_null());
}

static json_t *array_of(char *const *strings)
{
    json_t *array = json_array();

    for (; strings && *strings; strings++)
        json_array_append_new(array, text(*strings));
    return array;
}

/* ---- the account of the first error -------------------------------------- */

/* More than JSON readers take for an integer: its digits. */
static json_t *exact(uint64_t bits)
{
    char digits[24];

    if (bits <= INT64_MAX)
        return json_integer((json_int_t)bits);
    snprintf(digits, sizeof digits, "%" PRIu64, bits);
    return json_string(digits);
}

/* The number that a literal is, null if it is none (nan, inf); of what is not
 * written as a number the bits. */
static json_t *number(const char *literal, uint64_t bits)
{
    long long integer;
    double real;
    char *end;

    errno = 0;
    integer = strtoll(literal, &end, 10);
    if (end > literal && (!*end || *end == ' ') && !errno)
        return json_integer(integer);
    real = strtod(literal, &end);
    if (end > literal && !*end && !isfinite(real))
        return json_null();
    if (end > literal && !*end && strpbrk(literal, ".e") &&
        strncmp(literal, "0x", 2))
        return json_real(real);
    return exact(bits);
}

/* Two fields, KEY and KEY_text: as a number, and as a literal of the object's
 * type. */
static void set_value(json_t *object, const char *key,
                      const struct mz_narrator *n, const struct mz_step *step,
                      uint64_t bits)
{
    char literal[MZ_PHRASE], text_key[32];

    mz_narrator_value_seen(n, step->address, step->size, bits, &step->sight,
                           literal);
    snprintf(text_key, sizeof text_key, "%s_text", key);
    set(object, key, number(literal, bits));
    set(object, text_key, text(literal));
}

/* Of a reader-writer lock that is taken for reading, or given back: those that
 * hold it then. False: that is not known. */
static bool set_readers(json_t *object, const struct mz_narrator *n,
                        const struct mz_step *step)
{
    const struct mz_account *account = &n->report->region->account;
    char names[MZ_PHRASE] = "", thread[MZ_PHRASE];
    struct mz_phrase phrase = mz_phrase_in(names, sizeof names);
    struct mz_sharers readers;

    if ((!mz_sharers_is_shared(step) &&
         step->action != MZ_ACTION_RWLOCK_UNLOCK) ||
        account->steps_left_out || step < account->steps ||
        step >= account->steps + account->step_count)
        return false;
    readers = mz_sharers_readers(account, step->address,
                                 (uint32_t)(step - account->steps) + 1);
    for (unsigned i = 0; i < readers.count; i++) {
        mz_narrator_thread(n, account->steps[readers.steps[i]].thread, thread);
        mz_phrase_add(&phrase, "%s%s", i ? ", " : "held for reading by ",
                      thread);
    }
    set(object, "result_text", text(readers.count ? names : "free"));
    return true;
}

/* What the object has after it: a lock its holder. */
static void set_result(json_t *object, const struct mz_narrator *n,
                       const struct mz_step *step)
{
    char thread[MZ_PHRASE], phrase[MZ_PHRASE];
    uint64_t bits;

    if (mz_step_result(step, &bits)) {
        set_value(object, "result", n, step, bits);
    } else if (set_readers(object, n, step)) {
        return;
    } else if (mz_action_takes[step->action]) {
        mz_narrator_thread_in(n, step->thread, step, thread);
        snprintf(phrase, sizeof phrase, "held by %.300s", thread);
        set(object, "result_text", text(phrase));
    } else if (mz_step_frees(step)) {
        set(object, "result_text", json_string("free"));
    }
}

/* `value` is what was read, or stored; `second` the operand, or what a store
 * found; `result` what the object has afterwards. */
static void set_values(json_t *object, const struct mz_narrator *n,
                       const struct mz_step *step)
{
    char literal[24];

    set(object, "value", json_null());
    if (MZ_ACTION_IS_NONDET(step->action)) {
        snprintf(literal, sizeof literal, "%ld", (long)step->value);
        set(object, "value", json_integer((json_int_t)step->value));
        set(object, "value_text", json_string(literal));
        return;
    }
    if (step->has_value & 1)
        set_value(object, "value", n, step, step->value);
    if (step->has_value & 2)
        set_value(object, "second", n, step, step->second);
    set_result(object, n, step);
}

/* What it does, to which bytes. */
static void set_access(json_t *object, const struct mz_narrator *n,
                       const struct mz_step *step)
{
    enum mz_step_use use = mz_step_use(step);
    char phrase[MZ_PHRASE];
    bool is_lock;

    set(object, "access",
        use == MZ_USE_NONE ? json_null() : json_string(mz_use_names[use]));
    set(object, "atomic", json_boolean(mz_step_is_atomic(step)));
    set(object, "size", step->size ? json_integer(step->size) : json_null());
    if (step->address) {
        mz_narrator_object_seen(n, step->address, step->size,
                                mz_narrator_sight(n, step), phrase);
        set(object, "object", text(phrase));
        is_lock = use == MZ_USE_SYNCHRONISE || use == MZ_USE_SHARE;
        mz_narrator_object(n, step->address, is_lock ? 0 : step->size, phrase);
        set(object, "object_anywhere", text(phrase));
        set(object, "address", exact(step->address));
    } else {
        set(object, "object", json_null());
        set(object, "address", json_null());
    }
}

/* The function that a thread begins with. */
static void set_start(json_t *object, const struct mz_narrator *n,
                      uint64_t start)
{
    struct mz_frame frame = {0};

    if (start && mz_narrator_place(n, start + 1, &frame) && frame.function)
        set(object, "start", text(frame.function));
}

static json_t *step_or_null(uint64_t step)
{
    return step ? json_integer((json_int_t)step) : json_null();
}

/* Where memory is weak. */
static void set_served(json_t *object, const struct mz_narrator *n,
                       const struct mz_step *step)
{
    const struct mz_account *account = &n->report->region->account;

    if (step->served & MZ_STEP_READS) {
        set(object, "reads_from",
            step_or_null(mz_steps_of_event(account, step->source)));
        set(object, "stale", json_boolean(step->served & MZ_STEP_STALE));
    }
    if (step->served & MZ_STEP_WRITES)
        set(object, "is_last",
            json_boolean(!(step->served & MZ_STEP_BEHIND)));
    if (step->served & MZ_STEP_BEHIND)
        set(object, "comes_before",
            step_or_null(mz_steps_of_event(account, step->next)));
    if (mz_steps_is_first_weak(account, step))
        set(object, "is_first_weak", json_true());
}

static json_t *step_object(const struct mz_narrator *n,
                           const struct mz_step *step, uint64_t number)
{
    json_t *object = json_object();
    struct mz_frame frame = {0};
    char phrase[MZ_PHRASE];

    set(object, "step", json_integer((json_int_t)number));
    set(object, "thread", json_integer(step->thread));
    mz_narrator_thread_in(n, step->thread, step, phrase);
    set(object, "thread_name", text(phrase));
    set(object, "operation", text(mz_action_names[step->action]));
    mz_narrator_step(n, step, phrase);
    set(object, "text", text(phrase));
    set_access(object, n, step);
    set_values(object, n, step);
    if (step->served)
        set_served(object, n, step);
    mz_narrator_step_place(n, step, &frame);
    set_place(object, &frame);
    if (step->action == MZ_ACTION_THREAD_CREATE)
        set_start(object, n, step->second);
    return object;
}

/* The steps of other threads that it comes after, by their numbers. */
static json_t *after_array(const struct mz_ordering *order,
                           const struct mz_account *account, uint32_t step)
{
    uint32_t before[MZ_WIDE_THREADS];
    size_t count = mz_order_before(order, step, before);
    json_t *array = json_array();

    while (count-- > 0)
        json_array_append_new(array, json_integer((json_int_t)mz_steps_number(
                                         account, before[count])));
    return array;
}

static json_t *step_in_order(const struct mz_narrator *n,
                             const struct mz_ordering *order, uint32_t i,
                             unsigned omit)
{
    const struct mz_account *account = &n->report->region->account;
    json_t *step =
        step_object(n, &account->steps[i], mz_steps_number(account, i));

    set(step, "after", after_array(order, account, i));
    set(step, "preempts", json_boolean(account->steps[i].preempts));
    if (mz_critical_is_step(account, &account->steps[i]))
        set(step, "critical", json_true());
    set(step, "omitted",
        mz_fold_names[omit] ? json_string(mz_fold_names[omit]) : json_null());
    return step;
}

static json_t *trace_array(const struct mz_narrator *n)
{
    const struct mz_region *region = n->report->region;
    const struct mz_account *account = &region->account;
    struct mz_ordering *order =
        mz_order_make(account, region->settings.plain == MZ_PLAIN_INTERLEAVE);
    uint8_t *omits = calloc(account->step_count + 1, sizeof *omits);
    json_t *array = json_array();

    if (omits)
        mz_slice(n, omits);
    for (uint32_t i = 0; order && omits && i < account->step_count; i++)
        json_array_append_new(array, step_in_order(n, order, i, omits[i]));
    mz_order_release(order);
    free(omits);
    return array;
}

static const char *role_name(unsigned role)
{
    switch ((enum mz_stack_role)role) {
    case MZ_STACK_OTHER:
        return "other";
    case MZ_STACK_ALLOCATED:
        return "allocated";
    case MZ_STACK_FREED:
        return "freed";
    case MZ_STACK_BLOCKED:
        return "blocked";
    default:
        return "failure";
    }
}

static json_t *stacks_array(const struct mz_narrator *n)
{
    const struct mz_account *account = &n->report->region->account;
    struct mz_frame frames[MZ_FRAMES];
    json_t *array = json_array();

    for (uint32_t i = 0; i < account->stack_count; i++) {
        const struct mz_stack *stack = &account->stacks[i];
        size_t count = mz_narrator_frames(n, stack, frames);
        json_t *object = json_object(), *list = json_array();

        set(object, "thread", json_integer(stack->thread));
        set(object, "role", json_string(role_name(stack->role)));
        for (size_t k = 0; k < count; k++) {
            json_t *frame = json_object();

            set_place(frame, &frames[k]);
            json_array_append_new(list, frame);
        }
        set(object, "frames", list);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *thread_or_null(unsigned thread)
{
    return thread == MZ_NOBODY ? json_null() : json_integer(thread);
}

/* Steps have numbers from 1. */
/* What else a thread in a loop waits for. */
static json_t *also_array(const struct mz_narrator *n,
                          const struct mz_blocked_thread *blocked)
{
    json_t *array = json_array();
    char phrase[MZ_PHRASE];

    for (unsigned i = 0; i < blocked->also_count; i++) {
        mz_narrator_object(n, blocked->also[i], blocked->also_size[i], phrase);
        json_array_append_new(array, text(phrase));
    }
    return array;
}

static void set_holder(json_t *object, const struct mz_narrator *n,
                       const struct mz_blocked_thread *blocked)
{
    char phrase[MZ_PHRASE];

    set(object, "holder", thread_or_null(blocked->holder));
    if (blocked->holder == MZ_NOBODY) {
        set(object, "holder_name", json_null());
        return;
    }
    mz_narrator_thread(n, blocked->holder, phrase);
    set(object, "holder_name", text(phrase));
}

static json_t *blocked_object(const struct mz_narrator *n,
                              const struct mz_blocked_thread *blocked,
                              const struct mz_frame *place)
{
    json_t *object = json_object();
    char phrase[MZ_PHRASE];

    set(object, "thread", json_integer(blocked->thread));
    mz_narrator_thread(n, blocked->thread, phrase);
    set(object, "thread_name", text(phrase));
    set(object, "operation", text(mz_action_names[blocked->action]));
    if (blocked->action == MZ_ACTION_LOOP || blocked->action == MZ_ACTION_AWAIT)
        mz_narrator_object(n, blocked->address, blocked->size, phrase);
    else if (blocked->address)
        mz_narrator_waited_for(n, blocked, phrase);
    set(object, "object", blocked->address ? text(phrase) : json_null());
    set(object, "address",
        blocked->address ? exact(blocked->address) : json_null());
    if (blocked->also_count)
        set(object, "also", also_array(n, blocked));
    if (blocked->action == MZ_ACTION_AWAIT) {
        mz_narrator_condition(n, blocked, phrase);
        set(object, "condition", text(phrase));
        mz_narrator_value(n, blocked->address, blocked->size, blocked->value,
                          phrase);
        set(object, "value", number(phrase, blocked->value));
    }
    set_holder(object, n, blocked);
    set_place(object, place);
    return object;
}

/* Where the lock was taken that it waits for, and whether by a thread that has
 * ended since. */
static void set_taken(json_t *object, const struct mz_narrator *n,
                      const struct mz_blocked_thread *blocked)
{
    struct mz_frame place;
    json_t *taken;

    if (!mz_waiting_taken(n, blocked, &place))
        return;
    taken = json_object();
    set_place(taken, &place);
    set(object, "taken", taken);
    set(object, "holder_ended",
        json_boolean(
            mz_steps_ended(&n->report->region->account, blocked->holder)));
}

/* Those that hold it for reading, or have taken the semaphore. */
static void set_sharers(json_t *object, const struct mz_narrator *n,
                        const struct mz_blocked_thread *blocked)
{
    const struct mz_account *account = &n->report->region->account;
    struct mz_sharers sharers = mz_sharers_of(account, blocked);
    json_t *array = json_array();
    char phrase[MZ_PHRASE];

    for (unsigned i = 0; i < sharers.count; i++) {
        const struct mz_step *step = &account->steps[sharers.steps[i]];
        json_t *sharer = json_object();
        struct mz_frame place = {0};

        set(sharer, "thread", json_integer(step->thread));
        mz_narrator_thread(n, step->thread, phrase);
        set(sharer, "thread_name", text(phrase));
        set(sharer, "since",
            step_or_null(mz_steps_number(account, sharers.steps[i])));
        set(sharer, "ended",
            json_boolean(mz_steps_ended(account, step->thread)));
        mz_narrator_step_place(n, step, &place);
        set_place(sharer, &place);
        json_array_append_new(array, sharer);
    }
    if (sharers.count) {
        set(object, "shared", text(mz_sharers_manner(blocked)));
        set(object, "sharers", array);
    } else {
        json_decref(array);
    }
}

/* Of a condition variable: it was not for this thread. */
static void set_last_signal(json_t *object, const struct mz_narrator *n,
                            const struct mz_blocked_thread *blocked)
{
    const struct mz_account *account = &n->report->region->account;
    const struct mz_step *signal = mz_waiting_signal(n, blocked);
    char phrase[MZ_PHRASE];

    if (!signal)
        return;
    mz_narrator_thread_in(n, signal->thread, signal, phrase);
    set(object, "last_signal",
        step_or_null(mz_steps_number(account, signal - account->steps)));
    set(object, "last_signal_by", text(phrase));
}

static json_t *blocked_array(const struct mz_narrator *n)
{
    const struct mz_account *account = &n->report->region->account;
    json_t *array = json_array();

    for (uint32_t i = 0; i < account->blocked_count; i++) {
        const struct mz_blocked_thread *blocked = &account->blocked[i];
        struct mz_frame place = {0};
        json_t *object;

        mz_narrator_standing(n, blocked->thread, &place);
        object = blocked_object(n, blocked, &place);
        set(object, "since",
            step_or_null(
                mz_steps_locked(account, blocked->holder, blocked->address)));
        set_taken(object, n, blocked);
        set_sharers(object, n, blocked);
        set_last_signal(object, n, blocked);
        json_array_append_new(array, object);
    }
    return array;
}

/* Of a finding that has no account. */
static json_t *brief_blocked_array(const struct mz_narrator *n,
                                   const struct mz_finding *finding)
{
    json_t *array = json_array();

    for (uint32_t i = 0; i < finding->blocked_count; i++) {
        const struct mz_blocked_thread *blocked = &finding->blocked[i];
        struct mz_frame place = {0};

        mz_narrator_place(n, blocked->pc, &place);
        json_array_append_new(array, blocked_object(n, blocked, &place));
    }
    return array;
}

/* ---- errors -------------------------------------------------------------- */

static void set_other_side(json_t *object, const struct mz_narrator *n,
                           const struct mz_finding *finding)
{
    json_t *other = json_object();
    struct mz_frame frame = {0};
    char phrase[MZ_PHRASE];
    uint64_t step = 0;

    mz_narrator_other(n, finding, &frame);
    set_place(other, &frame);
    set(other, "thread", json_integer(finding->other_thread));
    mz_narrator_thread(n, finding->other_thread, phrase);
    set(other, "thread_name", text(phrase));
    mz_narrator_object(n, finding->other_address, finding->other_size, phrase);
    set(other, "object", text(phrase));
    set(other, "write", json_boolean(finding->other_is_write));
    set(other, "atomic", json_boolean(finding->other_is_atomic));
    set(other, "address", exact(finding->other_address));
    set(other, "size", json_integer(finding->other_size));
    set(other, "side", json_string(mz_side_names[finding->other_side]));
    if (finding == n->report->region->findings && finding->traced)
        step = mz_steps_accessed(&n->report->region->account,
                                 finding->other_thread, finding->other_address,
                                 finding->other_pc);
    set(other, "step", step_or_null(step));
    set(other, "ordinal", step_or_null(step)); /* its former name */
    set(object, "other", other);
}

static json_t *call_at(const struct mz_frame *place, unsigned thread)
{
    json_t *call = json_object();

    set_place(call, place);
    set(call, "thread", thread_or_null(thread));
    return call;
}

/* Who has allocated and freed the memory that it is about. */
static void set_block(json_t *object, const struct mz_narrator *n,
                      uint64_t address)
{
    const struct mz_block_note *block = mz_narrator_block(n, address);
    struct mz_frame place = {0};

    if (!block)
        return;
    mz_narrator_birthplace(n, block, &place);
    set(object, "allocated", call_at(&place, block->allocated_by));
    if (!block->freed_pc)
        return;
    place = (struct mz_frame){0};
    mz_narrator_deathplace(n, block, &place);
    set(object, "freed", call_at(&place, block->freed_by));
}

/* What a loop changes in each round, so that it is not known to wait. */
static json_t *obstacle_object(const struct mz_narrator *n,
                               const struct mz_told_obstacle *told)
{
    json_t *object = json_object();
    struct mz_frame frame = {0};
    char phrase[MZ_PHRASE];

    set(object, "thread", json_integer(told->of->thread));
    mz_narrator_thread(n, told->of->thread, phrase);
    set(object, "thread_name", text(phrase));
    mz_narrator_place(n, told->of->pc, &frame);
    set_place(object, &frame);
    set(object, "rounds", json_integer((json_int_t)told->of->rounds));
    set(object, "changes", text(told->what));
    if (*told->was && *told->is) {
        set(object, "was", text(told->was));
        set(object, "is", text(told->is));
    }
    return object;
}

static json_t *obstacles_array(const struct mz_narrator *n)
{
    struct mz_told_obstacle told[MZ_TOLD_OBSTACLES];
    unsigned count = mz_obstacles_list(n, told);
    json_t *array = json_array();

    for (unsigned i = 0; i < count; i++)
        json_array_append_new(array, obstacle_object(n, &told[i]));
    return array;
}

static json_t *told_call_object(const struct mz_told_call *call)
{
    static const char *const states[] = {"not begun", "pending", "waits",
                                         "returned"};
    json_t *object = json_object(), *arguments = json_array();
    char phrase[MZ_CALL_TEXT];

    mz_calls_text(call, phrase);
    set(object, "text", text(phrase));
    set(object, "operation", text(call->name));
    for (unsigned i = 0; i < call->argument_count; i++)
        json_array_append_new(arguments, json_integer(call->arguments[i]));
    set(object, "arguments", arguments);
    set(object, "state", json_string(states[call->state]));
    set(object, "result",
        call->state == MZ_CALL_RETURNED ? json_integer(call->result)
                                        : json_null());
    return object;
}

/* A list for each thread. */
static void set_calls(json_t *object, const struct mz_narrator *n)
{
    const struct mz_told_calls *told = &n->report->region->account.calls;
    json_t *calls = json_object(), *columns = json_array();
    char why[MZ_WHY_TEXT];

    for (uint32_t c = 0; c < told->columns; c++) {
        json_t *column = json_object(), *list = json_array();
        char phrase[MZ_PHRASE];

        mz_narrator_thread(n, told->threads[c], phrase);
        set(column, "thread_name", text(phrase));
        for (uint32_t i = 0; i < told->count; i++)
            if (told->calls[i].column == c)
                json_array_append_new(list, told_call_object(&told->calls[i]));
        set(column, "calls", list);
        json_array_append_new(columns, column);
    }
    mz_calls_why(n, why);
    set(calls, "columns", columns);
    set(calls, "why", text(why));
    set(object, "calls", calls);
}

/* What was done in an execution without an error in place of a step. */
static json_t *instead_object(const struct mz_narrator *n)
{
    const struct mz_critical *critical = &n->report->region->account.critical;
    json_t *object = json_object();
    char phrase[MZ_PHRASE];

    set(object, "thread", json_integer(critical->thread));
    mz_narrator_thread(n, critical->thread, phrase);
    set(object, "thread_name", text(phrase));
    set(object, "choice",
        critical->is_choice ? json_integer(critical->value) : json_null());
    mz_critical_instead(n, phrase);
    set(object, "text", *phrase ? text(phrase) : json_null());
    if (critical->has_instead) {
        struct mz_frame frame = {0};

        mz_narrator_step_place(n, &critical->instead, &frame);
        set_place(object, &frame);
    }
    return object;
}

static void set_critical(json_t *object, const struct mz_narrator *n)
{
    static const char *const kinds[MZ_CRITICAL_KINDS] = {
        [MZ_CRITICAL_STEP] = "step",
        [MZ_CRITICAL_AVOIDABLE] = "avoidable",
        [MZ_CRITICAL_NEVER] = "never",
    };
    const struct mz_account *account = &n->report->region->account;
    json_t *critical = json_object(), *lines = json_array();
    uint32_t step = mz_critical_step(account);
    char what[MZ_PHRASE], way[MZ_CRITICAL_TEXT];

    mz_critical_text(n, what, way);
    json_array_append_new(lines, text(what));
    if (*way)
        json_array_append_new(lines, text(way));
    set(critical, "kind", json_string(kinds[mz_critical_kind(account)]));
    set(critical, "step",
        step == MZ_NONE
            ? json_null()
            : json_integer((json_int_t)mz_steps_number(account, step)));
    set(critical, "executions", json_integer(account->critical.executions));
    set(critical, "text", lines);
    if (*way)
        set(critical, "instead", instead_object(n));
    set(object, "critical", critical);
}

static void set_account(json_t *object, const struct mz_narrator *n,
                        const struct mz_finding *finding)
{
    if (finding->kind == MZ_FINDING_MEMORY)
        set_block(object, n, finding->address);
    if (n->report->region->account.calls.count)
        set_calls(object, n);
    set(object, "trace", trace_array(n));
    set(object, "steps_left_out",
        json_integer(n->report->region->account.steps_left_out));
    if (n->report->region->account.printed.part_count)
        set(object, "printed", mz_printed_array(n));
    set(object, "stacks", stacks_array(n));
    if (n->report->region->account.critical.kind != MZ_CRITICAL_UNKNOWN)
        set_critical(object, n);
    set(object, "blocked", blocked_array(n));
    if (finding->kind == MZ_FINDING_EVENTS)
        set(object, "loops", obstacles_array(n));
}

static void set_finding_thread(json_t *object, const struct mz_narrator *n,
                               const struct mz_finding *finding)
{
    char phrase[MZ_PHRASE];

    set(object, "thread", thread_or_null(finding->thread));
    if (finding->thread == MZ_NOBODY) {
        set(object, "thread_name", json_null());
        return;
    }
    mz_narrator_thread(n, finding->thread, phrase);
    set(object, "thread_name", text(phrase));
}

/* And how it was accessed: of a data race, the later side of two. */
static void set_finding_object(json_t *object, const struct mz_narrator *n,
                               const struct mz_finding *finding)
{
    char phrase[MZ_PHRASE];

    if (!finding->address) {
        set(object, "object", json_null());
        return;
    }
    if (mz_fault_has_variable(finding->fault)) {
        struct mz_phrase name = mz_phrase_in(phrase, sizeof phrase);

        mz_sentence_variable(finding, &name);
    } else {
        mz_narrator_object(n, finding->address, finding->access_size, phrase);
    }
    set(object, "object", text(phrase));
    set(object, "address", exact(finding->address));
    if (finding->access_size)
        set(object, "size", json_integer(finding->access_size));
    if (finding->kind != MZ_FINDING_DATA_RACE)
        return;
    set(object, "write", json_boolean(finding->is_write));
    set(object, "atomic", json_boolean(finding->is_atomic));
    set(object, "side", json_string(mz_side_names[finding->side]));
}

/* The message with its object, as the text has it. */
static void set_headline(json_t *object, const struct mz_narrator *n,
                         const struct mz_finding *finding)
{
    char phrase[MZ_PHRASE], sentence[MZ_SENTENCE],
        all[sizeof phrase + sizeof sentence];

    mz_sentence(finding, mz_narrator_subject(n, finding, phrase), sentence);
    if (finding->address && finding->kind == MZ_FINDING_MISUSE)
        snprintf(all, sizeof all, "%s: %s", sentence, phrase);
    else
        snprintf(all, sizeof all, "%s", sentence);
    set(object, "headline", text(all));
}

static json_t *excerpt_or_null(const char *excerpt, bool is_missing)
{
    return is_missing ? json_null() : text(excerpt);
}

static void set_output(json_t *object, const struct mz_finding *finding)
{
    json_t *output = json_object();

    set(output, "name", text(finding->text));
    set(output, "byte", json_integer((json_int_t)finding->numbers[0]));
    set(output, "line", json_integer((json_int_t)finding->numbers[1]));
    set(output, "found", excerpt_or_null(finding->found, finding->numbers[2]));
    set(output, "expected",
        excerpt_or_null(finding->expected, finding->numbers[3]));
    set(object, "output", output);
}

static void set_variable(json_t *object, const struct mz_narrator *n,
                         const struct mz_finding *finding)
{
    json_t *variable = json_object();
    char name[MZ_PHRASE];
    struct mz_phrase phrase = mz_phrase_in(name, sizeof name);
    struct mz_frame place;

    mz_narrator_variable(n, finding, &place);
    mz_sentence_variable(finding, &phrase);
    set(variable, "name", text(name));
    set(variable, "size", exact(finding->numbers[2]));
    set_place(variable, &place);
    set(object, "variable", variable);
}

/* What the variables of an asserted expression hold. */
static void set_asserted(json_t *object, const struct mz_narrator *n,
                         const struct mz_finding *finding)
{
    struct mz_asserted_value values[MZ_ASSERTED_VALUES];
    unsigned count = mz_asserted_values(n, finding, values);
    json_t *array = json_array();

    for (unsigned i = 0; i < count; i++) {
        json_t *value = json_object();

        set(value, "object", text(values[i].name));
        set(value, "value_text", text(values[i].value));
        json_array_append_new(array, value);
    }
    set(object, "values", array);
}

/* What else is to be known of a data race. */
static void set_notes(json_t *object, const struct mz_narrator *n,
                      const struct mz_finding *finding)
{
    char phrase[MZ_PHRASE], *rest;
    char *lines =
        mz_race_notes(n, finding, mz_narrator_subject(n, finding, phrase));
    json_t *notes = json_array();

    for (char *line = lines ? strtok_r(lines, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest))
        json_array_append_new(notes, text(line));
    set(object, "notes", notes);
    free(lines);
}

/* MZ_FAULT_ERROR_CALL: "error-call". */
static void set_fault(json_t *object, uint32_t fault)
{
    static const char *const names[MZ_FAULT_COUNT] = {
#define X(fault, kind) [MZ_FAULT_##fault] = #fault,
        MZ_FAULTS(X)
#undef X
    };
    char name[40];

    snprintf(name, sizeof name, "%s", names[fault]);
    for (char *c = name; *c; c++)
        *c = *c == '_' ? '-' : (char)tolower(*c);
    set(object, "fault", json_string(name));
}

static json_t *error_object(const struct mz_narrator *n,
                            const struct mz_finding *finding)
{
    json_t *object = json_object();
    struct mz_frame frame = {0};
    char sentence[MZ_SENTENCE];

    set(object, "kind", json_string(mz_finding_names[finding->kind]));
    set_fault(object, finding->fault);
    if (finding->fault == MZ_FAULT_ERROR_CALL)
        set(object, "call", text(finding->text));
    mz_sentence(finding, NULL, sentence);
    set(object, "message", text(sentence));
    set_headline(object, n, finding);
    mz_narrator_failure(n, finding, &frame);
    set_place(object, &frame);
    set_finding_thread(object, n, finding);
    set_finding_object(object, n, finding);
    set(object, "execution", json_integer((json_int_t)finding->execution));
    if (finding->kind == MZ_FINDING_OUTPUT)
        set_output(object, finding);
    if (mz_fault_has_variable(finding->fault))
        set_variable(object, n, finding);
    if (mz_narrator_has_other(finding))
        set_other_side(object, n, finding);
    if (finding->kind == MZ_FINDING_DATA_RACE)
        set_notes(object, n, finding);
    if (finding->fault == MZ_FAULT_ASSERT)
        set_asserted(object, n, finding);
    if (finding == n->report->region->findings && finding->traced)
        set_account(object, n, finding);
    else
        set(object, "trace", json_array());
    if (finding->kind == MZ_FINDING_DEADLOCK && !finding->traced)
        set(object, "blocked", brief_blocked_array(n, finding));
    return object;
}

/* ---- what a replay needs ------------------------------------------------- */

/* A thread; or [thread, value] for a choice; or, where memory is weak, [thread,
 * source, is behind], of a store: [thread, what it comes before, is behind]. */
static json_t *plan_step(const struct mz_plan_step *step)
{
    if (step->served)
        return json_pack("[i,I,i]", (int)step->thread, (json_int_t)step->value,
                         step->served & MZ_PLAN_BEHIND ? 1 : 0);
    return step->is_choice ? json_pack("[i,I]", (int)step->thread,
                                       (json_int_t)step->value)
                           : json_integer(step->thread);
}

static json_t *plan_array(const struct mz_region *region)
{
    const struct mz_account *account = &region->account;
    json_t *array = json_array();

    for (uint64_t i = 0; i < account->plan_length; i++) {
        const struct mz_plan_step *step = &account->plan[i];

        json_array_append_new(array, plan_step(step));
    }
    return array;
}

static json_t *threads_array(const struct mz_region *region)
{
    json_t *array = json_array();

    for (uint32_t t = 0; t < region->thread_count; t++) {
        json_t *object = json_object();

        set(object, "parent", json_integer(region->names[t].parent));
        set(object, "child", json_integer(region->names[t].child));
        set(object, "name", text(region->names[t].name));
        json_array_append_new(array, object);
    }
    return array;
}

/* A thread that waits in a loop for good does so when it comes there again. */
static void set_loops(json_t *object, const struct mz_loop_places *loops)
{
    json_t *places, *lent, *all;

    if (!loops->count)
        return;
    places = json_array();
    for (uint32_t i = 0; i < loops->count; i++) {
        json_t *place = json_array();

        json_array_append_new(place,
                              json_integer((json_int_t)loops->at[i].module));
        json_array_append_new(place,
                              json_integer((json_int_t)loops->at[i].offset));
        if (loops->at[i].is_counted)
            json_array_append_new(place, json_integer(1));
        json_array_append_new(places, place);
    }
    lent = json_array();
    for (uint32_t i = 0; i < loops->lent_count; i++)
        json_array_append_new(lent, json_integer((json_int_t)loops->lent[i]));
    all = json_object();
    set(all, "at", places);
    set(all, "strict", json_boolean(loops->is_strict));
    set(all, "locks", json_integer(loops->take_locks));
    set(all, "lent", lent);
    set(object, "loops", all);
}

/* Where threads are cancelled the replay has to know of which. */
static void set_cancelled(json_t *object, const struct mz_cancelled *cancelled)
{
    json_t *array;

    if (!cancelled->count)
        return;
    array = json_array();
    for (uint32_t i = 0; i < cancelled->count; i++) {
        char digits[17];

        snprintf(digits, sizeof digits, "%016lx",
                 (unsigned long)cancelled->births[i]);
        json_array_append_new(array, text(digits));
    }
    set(object, "cancelled", array);
}

/* Operations are counted: which accesses are some must be as it was. */
static void set_lent(json_t *object, const struct mz_settings *settings)
{
    json_t *array;

    if (settings->plain != MZ_PLAIN_INTERLEAVE)
        return;
    array = json_array();
    for (unsigned t = 0; t < MZ_WIDE_THREADS; t++)
        if (settings->lent_stacks[t])
            json_array_append_new(array, json_integer(t));
    set(object, "lent_stacks", array);
}

static json_t *place_array(const struct mz_shared_place *place)
{
    json_t *array = json_array();

    json_array_append_new(array, json_integer(place->module));
    json_array_append_new(array, json_integer((json_int_t)place->part));
    if (place->is_heap)
        json_array_append_new(array, json_integer((json_int_t)place->offset));
    return array;
}

/* The same: [module, part, where it was allocated] for each place. */
static void set_shared(json_t *object, const struct mz_settings *settings)
{
    const struct mz_shared *shared = &settings->shared;
    json_t *array;

    if (settings->plain != MZ_PLAIN_INTERLEAVE || shared->all)
        return;
    array = json_array();
    for (uint32_t i = 0; i < shared->count; i++)
        json_array_append_new(array, place_array(&shared->at[i]));
    set(object, "shared", array);
    set(object, "shared_shift", json_integer(shared->shift));
}

/* Which value a wide choice has at which place of their order. */
static void set_wide(json_t *object, const struct mz_region *region)
{
    const struct mz_wide *wide = &region->settings.wide;
    json_t *all, *constants;

    if (!region->has_wide_choices)
        return;
    constants = json_array();
    for (uint32_t i = 0; i < wide->count; i++)
        json_array_append_new(constants,
                              json_integer((json_int_t)wide->constants[i]));
    all = json_object();
    set(all, "width", json_integer(wide->width));
    set(all, "lane", json_integer(wide->lane));
    set(all, "constants", constants);
    set(object, "wide", all);
}

/* How the first error of the report comes about. */
static void set_way(json_t *object, const struct mz_report *report)
{
    set(object, "threads", threads_array(report->region));
    set_loops(object, &report->region->settings.loops);
    set_cancelled(object, &report->region->settings.cancelled);
    set_lent(object, &report->region->settings);
    set_shared(object, &report->region->settings);
    set_wide(object, report->region);
    if (mz_narrator_has_other(&report->region->findings[0]))
        set(object, "other_ordinal",
            json_integer(report->region->findings[0].other_ordinal));
    if (report->region->findings[0].is_aside)
        set(object, "set_aside", json_true());
    set(object, "schedule", plan_array(report->region));
}

static json_t *replay_object(const struct mz_report *report)
{
    json_t *object = json_object();

    set(object, "command", array_of(report->command));
    set(object, "cwd", text(report->cwd));
    set(object, "cc", report->cc ? text(report->cc) : json_null());
    set(object, "cxx", report->cxx ? text(report->cxx) : json_null());
    set_hex(object, "program_hash", report->program_hash);
    set_way(object, report);
    return object;
}

/* An error beyond the first, and what its replay needs besides. */
static json_t *further_object(const struct mz_narrator *n, uint32_t error)
{
    const struct mz_finding *finding = &n->report->region->findings[error];
    struct mz_narrator narrator;
    struct mz_report part;
    json_t *object, *way;

    if (!mz_further(n->report, error, &part) ||
        !mz_narrator_open(&narrator, &part))
        return error_object(n, finding);
    object = error_object(&narrator, &part.region->findings[0]);
    mz_narrator_close(&narrator);
    way = json_object();
    set_way(way, &part);
    set(object, "replay", way);
    return object;
}

/* ---- what was not seen --------------------------------------------------- */

static void set_handler(const struct mz_narrator *n,
                        const struct mz_unseen *item, json_t *object)
{
    struct mz_frame frame = {0};
    char phrase[MZ_PHRASE];

    if (item->address) {
        mz_narrator_object(n, item->address, item->size, phrase);
        set(object, "object", text(phrase));
    }
    if (mz_narrator_place(n, item->pc + 1, &frame))
        set_place(object, &frame);
}

/* A read that --uninitialised would have something to say about. */
static json_t *unwritten_text(const struct mz_narrator *n)
{
    char phrase[MZ_PHRASE];

    return mz_unwritten_tell(n, phrase) ? text(phrase) : json_null();
}

static json_t *weak_note(const struct mz_report *report)
{
    char *note = mz_written_note(report);
    json_t *told = note ? text(note) : json_null();

    free(note);
    return told;
}

static json_t *unseen_object(const struct mz_narrator *n,
                             const struct mz_unseen *item)
{
    json_t *object = json_object();
    struct mz_frame frame = {0};
    char phrase[MZ_PHRASE], why[MZ_UNSEEN_WHY];

    mz_unseen_why(item, why);
    set(object, "kind", json_string(mz_unseen_names[item->kind]));
    set(object, "name", text(item->name));
    set(object, "why", text(why));
    set(object, "trusted", json_boolean(item->is_trusted));
    if (item->kind == MZ_UNSEEN_HANDLER)
        set_handler(n, item, object);
    if (item->kind != MZ_UNSEEN_ACCESS)
        return object;
    mz_narrator_unseen_thread(n, item, phrase);
    set(object, "thread", text(phrase));
    mz_narrator_object(n, item->address, item->size, phrase);
    set(object, "object", text(phrase));
    set(object, "size", json_integer(item->size));
    set(object, "is_write", json_boolean(item->is_write));
    if (mz_narrator_place(n, item->pc + 1, &frame))
        set_place(object, &frame);
    return object;
}

static json_t *unseen_array(const struct mz_narrator *n,
                            const struct mz_unseen_list *list)
{
    json_t *array = json_array();

    for (uint32_t i = 0; i < list->count; i++)
        json_array_append_new(array, unseen_object(n, &list->items[i]));
    return array;
}

/* ---- the whole ----------------------------------------------------------- */

static uint32_t jobs_of(const struct mz_report *report)
{
    uint32_t jobs = report->region->settings.jobs;

    return jobs ? jobs : 1;
}

static void set_count(json_t *root, const char *key, uint64_t count)
{
    if (key)
        set(root, key, json_integer((json_int_t)count));
}

static double to_microseconds(double seconds)
{
    return (double)(int64_t)(seconds * 1e6 + 0.5) / 1e6;
}

static void set_counts(json_t *root, const struct mz_report *report)
{
    const struct mz_progress *p = &report->region->progress;

#define NOT(name, key, phrase)
#define X(name, key, phrase) set_count(root, key, p->tally.name);
    MZ_COUNTERS(X, X, NOT)
    if (report->region->settings.count_traces)
        set_count(root, "traces", p->tally.traces);
    set(root, "explored",
        p->explored > 0 ? json_real(p->explored) : json_null());
    MZ_COUNTERS(NOT, NOT, X)
#undef X
#undef NOT
    set(root, "jobs", json_integer(jobs_of(report)));
    set(root, "workers_lost", json_integer(report->region->workers_lost));
    set(root, "seconds", json_real(to_microseconds(report->seconds)));
    set(root, "max_rss_kb", json_integer(report->max_rss_kb));
}

static json_t *scenarios_object(const struct mz_scenarios *scenarios)
{
    json_t *object = json_object();

    set(object, "drawn", json_integer(scenarios->drawn));
    set(object, "run", json_integer(scenarios->run));
    return object;
}

static void set_limit(json_t *root, const struct mz_region *region)
{
    const char *hint = mz_hint(region);

    if (region->limit)
        set(root, "limit", text(mz_limit_names[region->limit]));
    if (hint)
        set(root, "hint", text(hint));
}

/* Where it has the account it stands in the place of the first error. */
static const struct mz_finding *cut_of(const struct mz_region *region)
{
    return region->finding_count ? &region->cut : &region->findings[0];
}

/* Of what was met that cannot be checked. */
static json_t *refusal_object(const struct mz_narrator *n)
{
    const char *name = mz_refusal_message(n->report->region);
    const char *kind = mz_refusal_kind(n->report->region);
    const char *what = mz_refusal_what(n->report->region);
    const char *instead = mz_refusal_instead(n->report->region);
    const struct mz_stack *stack = mz_refusal_stack(n);
    json_t *object = json_object();
    struct mz_frame place = {0};

    set(object, "kind", kind ? text(kind) : json_null());
    set(object, "name", text(name));
    set(object, "what", what ? text(what) : json_null());
    set(object, "instead", instead ? text(instead) : json_null());
    mz_refusal_place(n, &place);
    set_place(object, &place);
    set(object, "thread", stack ? thread_or_null(stack->thread) : json_null());
    set(object, "stacks", stacks_array(n));
    return object;
}

/* Names that were given in vain. */
static json_t *not_met_array(const struct mz_region *region)
{
    json_t *array = json_array();

    for (unsigned i = 0; i < MZ_FAILING_COUNT; i++)
        if (region->settings.failing >> i & 1 &&
            !(region->failing_met >> i & 1))
            json_array_append_new(array, text(mz_failing_rows[i].name));
    return array;
}

static json_t *option_value(const struct mz_report_option *option)
{
    char *end;
    long long integer = strtoll(option->value, &end, 10);

    if (!option->is_number || end == option->value)
        return text(option->value);
    if (!*end)
        return json_integer(integer);
    return json_real(strtod(option->value, NULL));
}

static json_t *options_object(const struct mz_report *report)
{
    json_t *object = json_object();

    for (size_t i = 0; i < report->option_count; i++)
        set(object, report->options[i].name, option_value(&report->options[i]));
    return object;
}

/* ---- what a witness is of ------------------------------------------------ */

/* [the marker's own line, the file, the line of it that the next one is] */
static json_t *markers_array(const struct mz_narrator *n,
                             const struct mz_report_input *input)
{
    json_t *array = json_array();

    for (size_t i = 0; i < input->marker_count; i++) {
        const struct mz_report_marker *marker = &input->markers[i];

        json_array_append_new(
            array, json_pack("[i, o, i]", (int)marker->of,
                             text(mz_symbols_file(n->symbols, marker->file)),
                             (int)marker->line));
    }
    return array;
}

static json_t *inputs_array(const struct mz_narrator *n)
{
    const struct mz_report *report = n->report;
    json_t *array = json_array();

    for (size_t i = 0; i < report->input_count; i++) {
        const struct mz_report_input *input = &report->inputs[i];
        json_t *object = json_object();

        set(object, "file", text(mz_symbols_file(n->symbols, input->file)));
        set(object, "given", text(input->file));
        set(object, "sha256", json_string(input->sha256));
        if (input->marker_count)
            set(object, "markers", markers_array(n, input));
        json_array_append_new(array, object);
    }
    return array;
}

static void set_task(json_t *root, const struct mz_narrator *n)
{
    const struct mz_report *report = n->report;
    const char *specification =
        mz_property_specifications[report->region->settings.property];

    set(root, "inputs", inputs_array(n));
    if (specification)
        set(root, "specification", json_string(specification));
}

/* ---- source lines -------------------------------------------------------- */

/* That of a place, to the lines of its file. */
static void add_source(json_t *sources, const struct mz_narrator *n,
                       const json_t *place)
{
    const char *file = json_string_value(json_object_get(place, "file"));
    json_int_t line = json_integer_value(json_object_get(place, "line"));
    const char *source =
        file && line > 0
            ? mz_symbols_source_line(n->symbols, file, (unsigned)line)
            : NULL;
    json_t *lines = source ? json_object_get(sources, file) : NULL;
    char key[24];

    if (!source)
        return;
    if (!lines)
        set(sources, file, lines = json_object());
    snprintf(key, sizeof key, "%lld", (long long)line);
    if (!json_object_get(lines, key))
        set(lines, key, text(source));
}

/* Of all places in the document, however deep they lie. */
static void gather_sources(json_t *sources, const struct mz_narrator *n,
                           json_t *part)
{
    const char *key;
    json_t *value;
    size_t i;

    if (json_is_object(part))
        add_source(sources, n, part);
    json_object_foreach(part, key, value) gather_sources(sources, n, value);
    json_array_foreach(part, i, value) gather_sources(sources, n, value);
}

static json_t *whole(const struct mz_report *report,
                     const struct mz_narrator *n)
{
    const struct mz_region *region = report->region;
    json_t *root = json_object(), *errors = json_array();

    set(root, "mazurka", text(report->version));
    set(root, "schema", json_integer(SCHEMA));
    set(root, "program", text(report->program));
    set(root, "algorithm", text(report->algorithm));
    set(root, "dependence", text(report->dependence));
    set(root, "verdict", json_string(mz_verdict_names[report->verdict]));
    set_counts(root, report);
    set_limit(root, region);
    if (mz_refusal_message(region)[0])
        set(root, "message", text(mz_refusal_message(region)));
    if (report->verdict == MZ_VERDICT_UNSUPPORTED)
        set(root, "unsupported", refusal_object(n));
    set(root, "weak_atomics", json_boolean(region->weak_atomics));
    set(root, "weak_note", weak_note(report));
    if (mz_written_is_tried(report))
        set(root, "as_written", mz_written_object(report));
    set(root, "load_buffering", json_boolean(region->load_buffering));
    set(root, "unwritten_read", unwritten_text(n));
    if (region->settings.failing)
        set(root, "failing_not_met", not_met_array(region));
    set(root, "priorities_ignored", json_boolean(region->priorities));
    set(root, "suppressed", json_integer(region->suppressed.count));
    set(root, "not_seen", unseen_array(n, &region->unseen));
    set(root, "not_seen_left_out", json_integer(region->unseen.left_out));
    if (region->settings.statistics && !report->is_replay)
        set(root, "stats", mz_statistics_object(region));
    if (region->scenarios.drawn)
        set(root, "scenarios", scenarios_object(&region->scenarios));
    if (region->survey.drawn)
        set(root, "sampled", mz_survey_object(&region->survey));
    if (report->strengths)
        set(root, "orders", mz_strengths_object(n));
    if (report->replay_command)
        set(root, "replay_command", text(report->replay_command));
    set(root, "options", options_object(report));
    set_task(root, n);
    if (region->finding_count)
        json_array_append_new(errors, error_object(n, &region->findings[0]));
    for (uint32_t i = 1; i < region->finding_count; i++)
        json_array_append_new(errors, further_object(n, i));
    set(root, "errors", errors);
    if (region->has_cut)
        set(root, "cut", error_object(n, cut_of(region)));
    if (report->verdict == MZ_VERDICT_ERROR && region->finding_count &&
        region->findings[0].traced)
        set(root, "replay", replay_object(report));
    return root;
}

json_t *mz_document(const struct mz_report *report)
{
    struct mz_narrator narrator;
    json_t *root, *sources;

    if (!mz_narrator_open(&narrator, report))
        return NULL;
    root = whole(report, &narrator);
    sources = json_object();
    gather_sources(sources, &narrator, root);
    set(root, "sources", sources);
    mz_narrator_close(&narrator);
    return root;
}

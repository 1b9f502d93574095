/* SPDX-License-Identifier: Apache-2.0 */
#include "report/document_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/critical.h"
#include "report/fold.h"
#include "report/narrator.h"
#include "report/order.h"
#include "report/sharers.h"
#include "report/slice.h"
#include "report/steps.h"
#include "report/value.h"

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
    mz_value_set(object, key, mz_value_number(literal, bits));
    mz_value_set(object, text_key, mz_value_text(literal));
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
         mz_action_does[step->action] != MZ_DOES_LEAVE) ||
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
    mz_value_set(object, "result_text",
                 mz_value_text(readers.count ? names : "free"));
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
        mz_value_set(object, "result_text", mz_value_text(phrase));
    } else if (mz_step_frees(step)) {
        mz_value_set(object, "result_text", json_string("free"));
    }
}

/* `value` is what was read, or stored; `second` the operand, or what a store
 * found; `result` what the object has afterwards. */
static void set_values(json_t *object, const struct mz_narrator *n,
                       const struct mz_step *step)
{
    char literal[24];

    mz_value_set(object, "value", json_null());
    if (MZ_ACTION_IS_NONDET(step->action)) {
        snprintf(literal, sizeof literal, "%ld", (long)step->value);
        mz_value_set(object, "value", json_integer((json_int_t)step->value));
        mz_value_set(object, "value_text", json_string(literal));
        return;
    }
    if (step->has_value & 1)
        set_value(object, "value", n, step, step->value);
    if (step->has_value & 2)
        set_value(object, "second", n, step, step->second);
    set_result(object, n, step);
}

/* Two fields: KEY, and if not all of that is the name KEY_brief, how many bytes
 * of it are. */
static void set_name(json_t *object, const char *key, const char *name,
                     size_t brief)
{
    char brief_key[32];

    snprintf(brief_key, sizeof brief_key, "%s_brief", key);
    mz_value_set(object, key, mz_value_text(name));
    if (brief < strlen(name))
        mz_value_set(object, brief_key, json_integer((json_int_t)brief));
}

/* What it does, to which bytes. */
static void set_access(json_t *object, const struct mz_narrator *n,
                       const struct mz_step *step)
{
    enum mz_step_use use = mz_step_use(step);
    char phrase[MZ_PHRASE];
    bool is_lock;
    size_t brief;

    mz_value_set(object, "access",
                 use == MZ_USE_NONE ? json_null()
                                    : json_string(mz_use_names[use]));
    mz_value_set(object, "atomic", json_boolean(mz_step_is_atomic(step)));
    mz_value_set(object, "size",
                 step->size ? json_integer(step->size) : json_null());
    if (step->address) {
        brief = mz_narrator_object_brief(n, step->address, step->size,
                                         mz_narrator_sight(n, step), phrase);
        set_name(object, "object", phrase, brief);
        is_lock = use == MZ_USE_SYNCHRONISE || use == MZ_USE_SHARE;
        brief = mz_narrator_object_anywhere(n, step->address,
                                            is_lock ? 0 : step->size, phrase);
        set_name(object, "object_anywhere", phrase, brief);
        mz_value_set(object, "address", mz_value_exact(step->address));
    } else {
        mz_value_set(object, "object", json_null());
        mz_value_set(object, "address", json_null());
    }
}

/* The function that a thread begins with. */
static void set_start(json_t *object, const struct mz_narrator *n,
                      uint64_t start)
{
    struct mz_frame frame = {0};

    if (start && mz_narrator_place(n, start + 1, &frame) && frame.function)
        mz_value_set(object, "start", mz_value_text(frame.function));
}

/* Where memory is weak. */
static void set_served(json_t *object, const struct mz_narrator *n,
                       const struct mz_step *step)
{
    const struct mz_account *account = &n->report->region->account;

    if (step->served & MZ_STEP_READS) {
        mz_value_set(object, "reads_from",
                     mz_value_step(mz_steps_of_event(account, step->source)));
        mz_value_set(object, "stale",
                     json_boolean(step->served & MZ_STEP_STALE));
    }
    if (step->served & MZ_STEP_WRITES)
        mz_value_set(object, "is_last",
                     json_boolean(!(step->served & MZ_STEP_BEHIND)));
    if (step->served & MZ_STEP_BEHIND)
        mz_value_set(object, "comes_before",
                     mz_value_step(mz_steps_of_event(account, step->next)));
    if (mz_steps_is_first_weak(account, step))
        mz_value_set(object, "is_first_weak", json_true());
}

static json_t *step_object(const struct mz_narrator *n,
                           const struct mz_step *step, uint64_t number)
{
    json_t *object = json_object();
    struct mz_frame frame = {0};
    char phrase[MZ_PHRASE];

    mz_value_set(object, "step", json_integer((json_int_t)number));
    mz_value_set(object, "thread", json_integer(step->thread));
    mz_narrator_thread_in(n, step->thread, step, phrase);
    mz_value_set(object, "thread_name", mz_value_text(phrase));
    mz_value_set(object, "operation",
                 mz_value_text(mz_action_names[step->action]));
    mz_narrator_step(n, step, phrase);
    mz_value_set(object, "text", mz_value_text(phrase));
    set_access(object, n, step);
    set_values(object, n, step);
    if (step->served)
        set_served(object, n, step);
    mz_narrator_step_place(n, step, &frame);
    mz_value_set_place(object, &frame);
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

    mz_value_set(step, "after", after_array(order, account, i));
    mz_value_set(step, "preempts", json_boolean(account->steps[i].preempts));
    if (mz_critical_is_step(account, &account->steps[i]))
        mz_value_set(step, "critical", json_true());
    mz_value_set(step, "omitted",
                 mz_fold_names[omit] ? json_string(mz_fold_names[omit])
                                     : json_null());
    return step;
}

json_t *mz_document_trace(const struct mz_narrator *n)
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

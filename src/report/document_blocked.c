/* SPDX-License-Identifier: Apache-2.0 */
#include "report/document_parts.h"

#include "report/narrator.h"
#include "report/sharers.h"
#include "report/steps.h"
#include "report/value.h"
#include "report/waiting.h"

/* What else a thread waits for, in a loop or at descriptors. */
static json_t *also_array(const struct mz_narrator *n,
                          const struct mz_blocked_thread *blocked)
{
    json_t *array = json_array();
    char phrase[MZ_PHRASE];

    for (unsigned i = 0; i < blocked->also_count; i++) {
        mz_narrator_object(n, blocked->also[i], blocked->also_size[i], phrase);
        json_array_append_new(array, mz_value_text(phrase));
    }
    return array;
}

static void set_holder(json_t *object, const struct mz_narrator *n,
                       const struct mz_blocked_thread *blocked)
{
    char phrase[MZ_PHRASE];

    mz_value_set(object, "holder", mz_value_thread(blocked->holder));
    if (blocked->holder == MZ_NOBODY) {
        mz_value_set(object, "holder_name", json_null());
        return;
    }
    mz_narrator_thread(n, blocked->holder, phrase);
    mz_value_set(object, "holder_name", mz_value_text(phrase));
}

static json_t *blocked_object(const struct mz_narrator *n,
                              const struct mz_blocked_thread *blocked,
                              const struct mz_frame *place)
{
    json_t *object = json_object();
    char phrase[MZ_PHRASE];

    mz_document_set_thread(object, n, blocked->thread);
    mz_value_set(object, "operation",
                 mz_value_text(mz_action_names[blocked->action]));
    if (blocked->action == MZ_ACTION_LOOP || blocked->action == MZ_ACTION_AWAIT)
        mz_narrator_object(n, blocked->address, blocked->size, phrase);
    else if (blocked->address)
        mz_narrator_waited_for(n, blocked, phrase);
    mz_value_set(object, "object",
                 blocked->address ? mz_value_text(phrase) : json_null());
    mz_value_set(object, "address",
                 blocked->address ? mz_value_exact(blocked->address)
                                  : json_null());
    if (blocked->also_count)
        mz_value_set(object, "also", also_array(n, blocked));
    if (blocked->more)
        mz_value_set(object, "more", json_integer(blocked->more));
    if (blocked->action == MZ_ACTION_AWAIT) {
        mz_narrator_condition(n, blocked, phrase);
        mz_value_set(object, "condition", mz_value_text(phrase));
        mz_narrator_value(n, blocked->address, blocked->size, blocked->value,
                          phrase);
        mz_value_set(object, "value", mz_value_number(phrase, blocked->value));
    }
    set_holder(object, n, blocked);
    mz_value_set_place(object, place);
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
    mz_value_set_place(taken, &place);
    mz_value_set(object, "taken", taken);
    mz_value_set(object, "holder_ended",
                 json_boolean(mz_steps_ended(&n->report->region->account,
                                             blocked->holder)));
}

/* Those that hold it for reading, or have taken the semaphore. */
static void set_sharers(json_t *object, const struct mz_narrator *n,
                        const struct mz_blocked_thread *blocked)
{
    const struct mz_account *account = &n->report->region->account;
    struct mz_sharers sharers = mz_sharers_of(account, blocked);
    json_t *array = json_array();

    for (unsigned i = 0; i < sharers.count; i++) {
        const struct mz_step *step = &account->steps[sharers.steps[i]];
        json_t *sharer = json_object();
        struct mz_frame place = {0};

        mz_document_set_thread(sharer, n, step->thread);
        mz_value_set(sharer, "since",
                     mz_value_step(mz_steps_number(account, sharers.steps[i])));
        mz_value_set(sharer, "ended",
                     json_boolean(mz_steps_ended(account, step->thread)));
        mz_narrator_step_place(n, step, &place);
        mz_value_set_place(sharer, &place);
        json_array_append_new(array, sharer);
    }
    if (sharers.count) {
        mz_value_set(object, "shared",
                     mz_value_text(mz_sharers_manner(blocked)));
        mz_value_set(object, "sharers", array);
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
    mz_value_set(
        object, "last_signal",
        mz_value_step(mz_steps_number(account, signal - account->steps)));
    mz_value_set(object, "last_signal_by", mz_value_text(phrase));
}

json_t *mz_document_blocked(const struct mz_narrator *n)
{
    const struct mz_account *account = &n->report->region->account;
    json_t *array = json_array();

    for (uint32_t i = 0; i < account->blocked_count; i++) {
        const struct mz_blocked_thread *blocked = &account->blocked[i];
        struct mz_frame place = {0};
        json_t *object;

        mz_narrator_standing(n, blocked->thread, &place);
        object = blocked_object(n, blocked, &place);
        mz_value_set(object, "since",
                     mz_value_step(mz_steps_locked(account, blocked->holder,
                                                   blocked->address)));
        set_taken(object, n, blocked);
        set_sharers(object, n, blocked);
        set_last_signal(object, n, blocked);
        json_array_append_new(array, object);
    }
    return array;
}

/* Of a finding that has no account. */
json_t *mz_document_blocked_briefly(const struct mz_narrator *n,
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

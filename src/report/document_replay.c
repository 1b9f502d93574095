/* SPDX-License-Identifier: Apache-2.0 */
#include "report/document_parts.h"

#include "report/further.h"
#include "report/narrator.h"
#include "report/value.h"

/* A thread; or [thread, value] for a choice; or, where memory is weak, [thread,
 * source, is behind], of a store: [thread, what it comes before, is behind]. */
static json_t *plan_step(const struct mz_plan_step *step)
{
    if (step->served)
        return json_pack("[i,I,i]", (int)step->thread, (json_int_t)step->value,
                         step->served & MZ_PLAN_BEHIND ? 1 : 0);
    return step->is_choice
               ? json_pack("[i,I]", (int)step->thread, (json_int_t)step->value)
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

        mz_value_set(object, "parent", json_integer(region->names[t].parent));
        mz_value_set(object, "child", json_integer(region->names[t].child));
        mz_value_set(object, "name", mz_value_text(region->names[t].name));
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
    mz_value_set(all, "at", places);
    mz_value_set(all, "strict", json_boolean(loops->is_strict));
    mz_value_set(all, "locks", json_integer(loops->take_locks));
    mz_value_set(all, "ordered", json_boolean(loops->orders_all));
    mz_value_set(all, "lent", lent);
    mz_value_set(object, "loops", all);
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
        json_array_append_new(array, mz_value_text(digits));
    }
    mz_value_set(object, "cancelled", array);
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
    mz_value_set(object, "lent_stacks", array);
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
    mz_value_set(object, "shared", array);
    mz_value_set(object, "shared_shift", json_integer(shared->shift));
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
    mz_value_set(all, "width", json_integer(wide->width));
    mz_value_set(all, "lane", json_integer(wide->lane));
    mz_value_set(all, "constants", constants);
    mz_value_set(object, "wide", all);
}

/* How the first error of the report comes about. */
static void set_way(json_t *object, const struct mz_report *report)
{
    mz_value_set(object, "threads", threads_array(report->region));
    set_loops(object, &report->region->settings.loops);
    set_cancelled(object, &report->region->settings.cancelled);
    set_lent(object, &report->region->settings);
    set_shared(object, &report->region->settings);
    set_wide(object, report->region);
    if (mz_narrator_has_other(&report->region->findings[0]))
        mz_value_set(object, "other_ordinal",
                     json_integer(report->region->findings[0].other_ordinal));
    if (report->region->findings[0].is_aside)
        mz_value_set(object, "set_aside", json_true());
    mz_value_set(object, "schedule", plan_array(report->region));
}

static json_t *array_of(char *const *strings)
{
    json_t *array = json_array();

    for (; strings && *strings; strings++)
        json_array_append_new(array, mz_value_text(*strings));
    return array;
}

json_t *mz_document_replay(const struct mz_report *report)
{
    json_t *object = json_object();

    mz_value_set(object, "command", array_of(report->command));
    mz_value_set(object, "cwd", mz_value_text(report->cwd));
    mz_value_set(object, "cc",
                 report->cc ? mz_value_text(report->cc) : json_null());
    mz_value_set(object, "cxx",
                 report->cxx ? mz_value_text(report->cxx) : json_null());
    mz_value_set_hex(object, "program_hash", report->program_hash);
    set_way(object, report);
    return object;
}

/* An error beyond the first, and what its replay needs besides. */
json_t *mz_document_further(const struct mz_narrator *n, uint32_t error)
{
    const struct mz_finding *finding = &n->report->region->findings[error];
    struct mz_narrator narrator;
    struct mz_report part;
    json_t *object, *way;

    if (!mz_further(n->report, error, &part) ||
        !mz_narrator_open(&narrator, &part))
        return mz_document_error(n, finding);
    object = mz_document_error(&narrator, &part.region->findings[0]);
    mz_narrator_close(&narrator);
    way = json_object();
    set_way(way, &part);
    mz_value_set(object, "replay", way);
    return object;
}

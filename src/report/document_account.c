/* SPDX-License-Identifier: Apache-2.0 */
#include "report/document_parts.h"

#include "report/calls.h"
#include "report/critical.h"
#include "report/narrator.h"
#include "report/obstacles.h"
#include "report/printed.h"
#include "report/steps.h"
#include "report/value.h"

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

json_t *mz_document_stacks(const struct mz_narrator *n)
{
    const struct mz_account *account = &n->report->region->account;
    struct mz_frame frames[MZ_FRAMES];
    json_t *array = json_array();

    for (uint32_t i = 0; i < account->stack_count; i++) {
        const struct mz_stack *stack = &account->stacks[i];
        size_t count = mz_narrator_frames(n, stack, frames);
        json_t *object = json_object(), *list = json_array();

        mz_value_set(object, "thread", json_integer(stack->thread));
        mz_value_set(object, "role", json_string(role_name(stack->role)));
        for (size_t k = 0; k < count; k++) {
            json_t *frame = json_object();

            mz_value_set_place(frame, &frames[k]);
            json_array_append_new(list, frame);
        }
        mz_value_set(object, "frames", list);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *call_at(const struct mz_frame *place, unsigned thread)
{
    json_t *call = json_object();

    mz_value_set_place(call, place);
    mz_value_set(call, "thread", mz_value_thread(thread));
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
    mz_value_set(object, "allocated", call_at(&place, block->allocated_by));
    if (!block->freed_pc)
        return;
    place = (struct mz_frame){0};
    mz_narrator_deathplace(n, block, &place);
    mz_value_set(object, "freed", call_at(&place, block->freed_by));
}

/* What a loop changes in each round, so that it is not known to wait. */
static json_t *obstacle_object(const struct mz_narrator *n,
                               const struct mz_told_obstacle *told)
{
    json_t *object = json_object();
    struct mz_frame frame = {0};

    mz_document_set_thread(object, n, told->of->thread);
    mz_obstacles_place(n, told->of, &frame);
    mz_value_set_place(object, &frame);
    mz_value_set(object, "rounds", json_integer((json_int_t)told->of->rounds));
    mz_value_set(object, "changes", mz_value_text(told->what));
    if (*told->was && *told->is) {
        mz_value_set(object, "was", mz_value_text(told->was));
        mz_value_set(object, "is", mz_value_text(told->is));
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
    mz_value_set(object, "text", mz_value_text(phrase));
    mz_value_set(object, "operation", mz_value_text(call->name));
    for (unsigned i = 0; i < call->argument_count; i++)
        json_array_append_new(arguments, json_integer(call->arguments[i]));
    mz_value_set(object, "arguments", arguments);
    mz_value_set(object, "state", json_string(states[call->state]));
    mz_value_set(object, "result",
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
        mz_value_set(column, "thread_name", mz_value_text(phrase));
        for (uint32_t i = 0; i < told->count; i++)
            if (told->calls[i].column == c)
                json_array_append_new(list, told_call_object(&told->calls[i]));
        mz_value_set(column, "calls", list);
        json_array_append_new(columns, column);
    }
    mz_calls_why(n, why);
    mz_value_set(calls, "columns", columns);
    mz_value_set(calls, "why", mz_value_text(why));
    mz_value_set(object, "calls", calls);
}

/* What was done in an execution without an error in place of a step. */
static json_t *instead_object(const struct mz_narrator *n)
{
    const struct mz_critical *critical = &n->report->region->account.critical;
    json_t *object = json_object();
    char phrase[MZ_PHRASE];

    mz_document_set_thread(object, n, critical->thread);
    mz_value_set(object, "choice",
                 critical->is_choice ? json_integer(critical->value)
                                     : json_null());
    mz_critical_instead(n, phrase);
    mz_value_set(object, "text", *phrase ? mz_value_text(phrase) : json_null());
    if (critical->has_instead) {
        struct mz_frame frame = {0};

        mz_narrator_step_place(n, &critical->instead, &frame);
        mz_value_set_place(object, &frame);
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
    json_array_append_new(lines, mz_value_text(what));
    if (*way)
        json_array_append_new(lines, mz_value_text(way));
    mz_value_set(critical, "kind",
                 json_string(kinds[mz_critical_kind(account)]));
    mz_value_set(critical, "step",
                 step == MZ_NONE ? json_null()
                                 : json_integer((json_int_t)mz_steps_number(
                                       account, step)));
    mz_value_set(critical, "executions",
                 json_integer(account->critical.executions));
    mz_value_set(critical, "text", lines);
    if (*way)
        mz_value_set(critical, "instead", instead_object(n));
    mz_value_set(object, "critical", critical);
}

void mz_document_set_account(json_t *object, const struct mz_narrator *n,
                             const struct mz_finding *finding)
{
    if (finding->kind == MZ_FINDING_MEMORY)
        set_block(object, n, finding->address);
    if (n->report->region->account.calls.count)
        set_calls(object, n);
    mz_value_set(object, "trace", mz_document_trace(n));
    mz_value_set(object, "steps_left_out",
                 json_integer(n->report->region->account.steps_left_out));
    if (n->report->region->account.printed.part_count)
        mz_value_set(object, "printed", mz_printed_array(n));
    mz_value_set(object, "stacks", mz_document_stacks(n));
    if (n->report->region->account.critical.kind != MZ_CRITICAL_UNKNOWN)
        set_critical(object, n);
    mz_value_set(object, "blocked", mz_document_blocked(n));
    if (finding->kind == MZ_FINDING_EVENTS)
        mz_value_set(object, "loops", obstacles_array(n));
}

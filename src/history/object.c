/* SPDX-License-Identifier: Apache-2.0 */
#include "history/object.h"

#include "base/format.h"

enum {
    DRAWN_EACH = 200,  /* interleavings of a scenario that is drawn */
    DRAWN_AT_ONCE = 50, /* scenarios, in a round of fuzzing */
    ALONE = 1000,       /* operations of a call that goes on alone */
};

struct mz_scenario mz_scenario_with_defaults(const struct mz_scenario *given)
{
    struct mz_scenario s = {0};

    if (given)
        s = *given;
    s.threads = s.threads ? s.threads : 2;
    s.length = s.length ? s.length : 2;
    if (s.progress) {
        s.steps = s.steps ? s.steps : ALONE;
        if (!s.options.max_events)
            s.options.max_events = 4ul * s.steps;
    }
    if (s.fuzz > 0) {
        s.drawn = s.drawn ? s.drawn : DRAWN_AT_ONCE;
        s.seed = s.seed ? s.seed : 1;
    }
    if (!s.drawn)
        return s;
    if (!s.options.algorithm)
        s.options.algorithm = "pct";
    if (!s.options.max_executions && !s.options.timeout)
        s.options.max_executions = (unsigned long)s.drawn * DRAWN_EACH;
    return s;
}

/* ---- operations ---------------------------------------------------------- */

uint32_t mz_operation_arity(const struct mz_operation *operation)
{
    return operation->call ? 0 : operation->call_1 ? 1 : 2;
}

static uint32_t count_functions(const struct mz_operation *operation)
{
    return !!operation->call + !!operation->call_1 + !!operation->call_2;
}

static uint32_t count_operations(const struct mz_operation *operations)
{
    uint32_t count = 0;

    while (count < MZ_MOST_OPERATIONS && count_functions(&operations[count]))
        count++;
    return count;
}

long mz_operation_call(const struct mz_operation *operation, void *object,
                       const struct mz_object_call *call)
{
    if (operation->call)
        return operation->call(object);
    if (operation->call_1)
        return operation->call_1(object, call->arguments[0]);
    return operation->call_2(object, call->arguments[0], call->arguments[1]);
}

bool mz_object_has_model(const struct mz_object *object)
{
    return count_operations(object->model.operations);
}

/* ---- what cannot be looked at -------------------------------------------- */

static bool operation_is_refused(const struct mz_operation *operation,
                                 char *out, size_t size)
{
    uint32_t arity = mz_operation_arity(operation);

    for (uint32_t k = 0; k < arity; k++) {
        const struct mz_range *range = &operation->ranges[k];

        if (!range->is_given)
            mz_format(out, size,
                      "%s has %u argument%s: give each a range, MZ_RANGE(from, "
                      "to), or MZ_DATA",
                      operation->name, arity, arity == 1 ? "" : "s");
        else if (range->from > range->to)
            mz_format(out, size, "%s: no argument is from %ld to %ld",
                      operation->name, range->from, range->to);
        else if ((uint64_t)range->to - (uint64_t)range->from >= UINT32_MAX)
            mz_format(out, size,
                      "%s: too many arguments are from %ld to %ld: take a "
                      "smaller range",
                      operation->name, range->from, range->to);
        else
            continue;
        return true;
    }
    return false;
}

/* What would not be called, and nobody would know. */
static bool list_is_refused(const struct mz_operation *operations,
                            const char *whose, char *out, size_t size)
{
    uint32_t count = count_operations(operations);

    for (uint32_t i = 0; i < MZ_MOST_OPERATIONS; i++) {
        uint32_t functions = count_functions(&operations[i]);

        if (i < count ? functions == 1 : !functions && !operations[i].name)
            continue;
        if (i >= count) /* what stands behind a gap */
            functions = 0, i = count;
        mz_format(out, size, "operation %u of the %s has %u functions, not one",
                  i + 1, whose, functions);
        return true;
    }
    return false;
}

static bool model_is_refused(const struct mz_object *object, char *out,
                             size_t size)
{
    const struct mz_operation *own = object->operations;
    const struct mz_operation *models = object->model.operations;
    uint32_t count = count_operations(own);

    if (!mz_object_has_model(object) && !object->model.create &&
        !object->model.destroy)
        return false;
    if (count_operations(models) != count) {
        mz_format(out, size,
                  "the model has %u operations, the object %u: they must be "
                  "the same, in the same order",
                  count_operations(models), count);
        return true;
    }
    for (uint32_t i = 0; i < count; i++)
        if (mz_operation_arity(&models[i]) != mz_operation_arity(&own[i])) {
            mz_format(out, size,
                      "%s of the object has another number of arguments than "
                      "%s of the model",
                      own[i].name, models[i].name);
            return true;
        }
    return false;
}

/* Each thread needs an operation to call, and each operation a thread. */
static bool threads_are_refused(const struct mz_object *object,
                                const struct mz_scenario *scenario, char *out,
                                size_t size)
{
    uint32_t count = count_operations(object->operations), may_call;

    for (uint32_t t = 1; t <= scenario->threads; t++) {
        may_call = 0;
        for (uint32_t i = 0; i < count; i++)
            may_call += !object->operations[i].thread ||
                        object->operations[i].thread == t;
        if (!may_call) {
            mz_format(out, size, "thread %u may call no operation", t);
            return true;
        }
    }
    for (uint32_t i = 0; i < count; i++)
        if (object->operations[i].thread > scenario->threads) {
            mz_format(out, size, "%s is for thread %u, and there are but %u",
                      object->operations[i].name, object->operations[i].thread,
                      scenario->threads);
            return true;
        }
    return false;
}

bool mz_object_is_refused(const struct mz_object *object,
                          const struct mz_scenario *scenario, char *out,
                          size_t size)
{
    uint32_t count = object ? count_operations(object->operations) : 0;

    if (!object)
        mz_format(out, size, "the object is NULL");
    else if (list_is_refused(object->operations, "object", out, size) ||
             list_is_refused(object->model.operations, "model", out, size))
        return true;
    else if (!count)
        mz_format(out, size, "the object has no operations");
    else if (scenario->threads > MZ_MAX_COLUMNS ||
             scenario->length > MZ_MAX_CALLS ||
             scenario->threads * scenario->length > MZ_MAX_CALLS)
        mz_format(out, size, "at most %d threads and %d calls can be looked at",
                  MZ_MAX_COLUMNS, MZ_MAX_CALLS);
    else if (scenario->progress > MZ_LOCK_FREE)
        mz_format(out, size,
                  ".progress is MZ_LOCK_FREE, MZ_OBSTRUCTION_FREE or none");
    else if (scenario->drawn > MZ_MOST_SCENARIOS)
        mz_format(out, size, "at most %d scenarios can be drawn",
                  MZ_MOST_SCENARIOS);
    else
        count = 0;
    if (count || !object || !count_operations(object->operations))
        return true;
    count = count_operations(object->operations);
    for (uint32_t i = 0; i < count; i++)
        if (operation_is_refused(&object->operations[i], out, size))
            return true;
    return threads_are_refused(object, scenario, out, size) ||
           model_is_refused(object, out, size);
}

/* ---- columns ------------------------------------------------------------- */

static struct mz_menu menu_of(const struct mz_object *object)
{
    struct mz_menu menu = {.count = count_operations(object->operations)};

    for (uint32_t i = 0; i < menu.count; i++) {
        const struct mz_operation *operation = &object->operations[i];

        menu.operations[i].arity = mz_operation_arity(operation);
        menu.operations[i].thread = operation->thread;
        for (uint32_t k = 0; k < menu.operations[i].arity; k++)
            menu.operations[i].ranges[k] = (struct mz_menu_range){
                operation->ranges[k].from,
                operation->ranges[k].to,
                operation->ranges[k].is_data,
            };
    }
    return menu;
}

uint64_t mz_object_columns(const struct mz_object *object,
                           const struct mz_scenario *s, struct mz_arena *arena,
                           struct mz_columns **columns)
{
    const struct mz_menu menu = menu_of(object);
    struct mz_random random;
    uint64_t count = s->drawn
                         ? s->drawn
                         : mz_columns_enumerate(&menu, s->threads, s->length,
                                                NULL, MZ_MOST_SCENARIOS);

    if (count > MZ_MOST_SCENARIOS)
        return count;
    *columns = mz_arena_take(arena, count * sizeof **columns);
    mz_random_seed(&random, s->seed);
    if (!s->drawn)
        mz_columns_enumerate(&menu, s->threads, s->length, *columns, count);
    for (unsigned i = 0; i < s->drawn; i++)
        mz_columns_draw(&menu, s->threads, s->length, &random, &(*columns)[i]);
    return count;
}

/* ---- the sequential code ------------------------------------------------- */

static void begin(struct mz_sequential_code *code)
{
    struct mz_object_code *c = (struct mz_object_code *)code;

    c->object = c->create ? c->create() : NULL;
}

static bool make_call(struct mz_sequential_code *code,
                      const struct mz_object_call *call, int64_t *result)
{
    struct mz_object_code *c = (struct mz_object_code *)code;

    *result =
        mz_operation_call(&c->operations[call->operation], c->object, call);
    return *result != MZ_WAITS;
}

static void end(struct mz_sequential_code *code)
{
    struct mz_object_code *c = (struct mz_object_code *)code;

    if (c->destroy)
        c->destroy(c->object);
}

struct mz_object_code mz_object_code(const struct mz_object *object)
{
    const struct mz_model *model = &object->model;
    bool has_model = mz_object_has_model(object);

    return (struct mz_object_code){
        .code = {begin, make_call, end},
        .create = has_model ? model->create : object->create,
        .destroy = has_model ? model->destroy : object->destroy,
        .operations = has_model ? model->operations : object->operations,
    };
}

const char *mz_object_failure(enum mz_sequential_failure failure)
{
    switch (failure) {
    case MZ_SEQUENTIAL_TOO_MANY:
        return "the calls of a scenario can come in too many orders: take "
               "fewer threads, or a shorter length";
    case MZ_SEQUENTIAL_NOT_THE_SAME:
        return "run by one thread, in the same order, the sequential code does "
               "not return the same again: does its create begin anew?";
    default:
        return NULL;
    }
}

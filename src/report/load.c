/* SPDX-License-Identifier: Apache-2.0 */
/* Reading a saved report back, to replay what it tells. It may be anything:
 * each field is checked before it is used. */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "report/report.h"

struct reader {
    char *error;
    size_t size;
    bool failed;
};

static void fail(struct reader *r, const char *format, const char *what)
{
    if (!r->failed)
        snprintf(r->error, r->size, format, what);
    r->failed = true;
}

/* What came from the file is told on one line of a terminal. */
static void clean(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            *text = '?';
}

static json_t *field(struct reader *r, json_t *object, const char *name,
                     json_type type)
{
    json_t *value = json_object_get(object, name);

    if (r->failed)
        return NULL;
    if (!value)
        fail(r, "no field `%s`", name);
    else if (json_typeof(value) != type)
        fail(r, "the field `%s` has the wrong type", name);
    return r->failed ? NULL : value;
}

static char *string_field(struct reader *r, json_t *object, const char *name)
{
    json_t *value = field(r, object, name, JSON_STRING);

    return value ? strdup(json_string_value(value)) : NULL;
}

static char *optional_string(json_t *object, const char *name)
{
    json_t *value = json_object_get(object, name);

    return json_is_string(value) ? strdup(json_string_value(value)) : NULL;
}

/* 0 <= value < bound, else the report is refused. */
static uint64_t number_field(struct reader *r, json_t *object, const char *name,
                             uint64_t bound)
{
    json_t *value = field(r, object, name, JSON_INTEGER);
    json_int_t number = value ? json_integer_value(value) : 0;

    if (value && (number < 0 || (uint64_t)number >= bound))
        fail(r, "the field `%s` is out of range", name);
    return r->failed ? 0 : number;
}

static char **strings_field(struct reader *r, json_t *object, const char *name)
{
    json_t *array = field(r, object, name, JSON_ARRAY);
    size_t count = json_array_size(array);
    char **strings = array ? calloc(count + 1, sizeof *strings) : NULL;

    if (!strings)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        json_t *item = json_array_get(array, i);

        if (json_is_string(item))
            strings[i] = strdup(json_string_value(item));
        if (!strings[i]) {
            fail(r, "the field `%s` must hold strings", name);
            break;
        }
    }
    return strings;
}

static uint64_t hash_field(struct reader *r, json_t *object, const char *name)
{
    json_t *value = field(r, object, name, JSON_STRING);
    const char *digits = value ? json_string_value(value) : "";
    char *end;
    uint64_t hash = strtoull(digits, &end, 16);

    if (value && (!*digits || *end))
        fail(r, "the field `%s` is not a number in hex", name);
    return hash;
}

static void load_threads(struct reader *r, json_t *replay,
                         struct mz_replay_request *request)
{
    json_t *array = field(r, replay, "threads", JSON_ARRAY);
    size_t count = json_array_size(array);

    if (array && (!count || count > MZ_WIDE_THREADS))
        fail(r, "the field `%s` has too many or no elements", "threads");
    for (size_t t = 0; !r->failed && t < count; t++) {
        json_t *item = json_array_get(array, t);
        struct mz_thread_name *name = &request->names[t];
        json_t *text = field(r, item, "name", JSON_STRING);

        name->parent = number_field(r, item, "parent", 256);
        name->child = number_field(r, item, "child", MZ_WIDE_THREADS + 1);
        if (t && !r->failed && (name->parent >= t || !name->child))
            fail(r, "the field `%s` is impossible", "threads");
        if (text)
            snprintf(name->name, sizeof name->name, "%.15s",
                     json_string_value(text));
        clean(name->name);
    }
    request->thread_count = count;
}

/* Numbers that are not negative: so many of an array. */
static bool read_numbers(json_t *array, uint64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        json_t *item = json_array_get(array, i);

        if (!json_is_integer(item) || json_integer_value(item) < 0)
            return false;
        numbers[i] = json_integer_value(item);
    }
    return true;
}

static bool read_loops(json_t *object, struct mz_loop_places *loops)
{
    json_t *at = json_object_get(object, "at");
    json_t *lent = json_object_get(object, "lent");

    if (json_array_size(at) > MZ_MAX_LOOP_PLACES ||
        json_array_size(lent) > MZ_MAX_LENT)
        return false;
    loops->count = json_array_size(at);
    loops->is_strict = json_is_true(json_object_get(object, "strict"));
    loops->take_locks = json_integer_value(json_object_get(object, "locks"));
    loops->orders_all = json_is_true(json_object_get(object, "ordered"));
    loops->lent_count = json_array_size(lent);
    for (uint32_t i = 0; i < loops->count; i++) {
        json_t *array = json_array_get(at, i);
        uint64_t place[3] = {0};

        if (!read_numbers(array, place, json_array_size(array) == 3 ? 3 : 2) ||
            place[0] >= MZ_MAX_MODULES)
            return false;
        loops->at[i] = (struct mz_loop_place){
            .module = place[0],
            .offset = place[1],
            .is_counted = place[2] != 0,
        };
    }
    return read_numbers(lent, loops->lent, json_array_size(lent));
}

/* They may be missing, and are then found once more. */
static void load_loops(struct reader *r, json_t *replay,
                       struct mz_replay_request *request)
{
    json_t *object = json_object_get(replay, "loops");

    if (object && !read_loops(object, &request->loops))
        fail(r, "the field `%s` is impossible", "loops");
}

/* They may be missing. */
static void load_cancelled(struct reader *r, json_t *replay,
                           struct mz_replay_request *request)
{
    json_t *array = json_object_get(replay, "cancelled");
    size_t count = json_array_size(array);

    if (count > MZ_MAX_CANCELLED)
        fail(r, "the field `%s` is too long", "cancelled");
    for (size_t i = 0; !r->failed && i < count; i++) {
        json_t *birth = json_array_get(array, i);

        if (!json_is_string(birth))
            fail(r, "the field `%s` must hold strings", "cancelled");
        else
            request->cancelled.births[i] =
                strtoull(json_string_value(birth), NULL, 16);
    }
    request->cancelled.count = count;
}

/* Where they are missing no stack was taken to be private. */
static void load_lent(struct reader *r, json_t *replay,
                      struct mz_replay_request *request)
{
    json_t *array = json_object_get(replay, "lent_stacks");

    if (!array)
        memset(request->lent_stacks, 1, sizeof request->lent_stacks);
    for (size_t i = 0; !r->failed && i < json_array_size(array); i++) {
        json_t *item = json_array_get(array, i);
        json_int_t t = json_integer_value(item);

        if (!json_is_integer(item) || t < 0 || t >= MZ_WIDE_THREADS)
            fail(r, "the field `%s` is impossible", "lent_stacks");
        else
            request->lent_stacks[t] = 1;
    }
}

static bool read_place(json_t *item, struct mz_shared_place *place)
{
    json_int_t numbers[3] = {0};
    size_t count = json_array_size(item);

    for (size_t i = 0; i < count && i < MZ_COUNT(numbers); i++) {
        json_t *number = json_array_get(item, i);

        numbers[i] = json_is_integer(number) ? json_integer_value(number) : -1;
        if (numbers[i] < 0)
            return false;
    }
    *place = (struct mz_shared_place){
        .module = numbers[0],
        .is_heap = count == 3,
        .offset = numbers[2],
        .part = numbers[1],
    };
    return (count == 2 || count == 3) && numbers[0] < MZ_MAX_MODULES;
}

/* Where they are missing all memory was taken to be shared. */
static void load_shared(struct reader *r, json_t *replay,
                        struct mz_replay_request *request)
{
    json_t *array = json_object_get(replay, "shared");
    json_int_t shift =
        json_integer_value(json_object_get(replay, "shared_shift"));
    struct mz_shared *shared = &request->shared;

    shared->all = !array;
    if (array &&
        (json_array_size(array) > MZ_MAX_SHARED || shift < 0 || shift > 63))
        fail(r, "the field `%s` is impossible", "shared");
    for (size_t i = 0; !r->failed && i < json_array_size(array); i++)
        if (!read_place(json_array_get(array, i), &shared->at[i]))
            fail(r, "the field `%s` is impossible", "shared");
    shared->shift = shift;
    shared->count = json_array_size(array);
}

/* Only such a report has them whose program has wide choices. */
static void load_wide(struct reader *r, json_t *replay,
                      struct mz_replay_request *request)
{
    json_t *object = json_object_get(replay, "wide");
    json_t *constants = json_object_get(object, "constants");
    struct mz_wide *wide = &request->wide;

    if (!object)
        return;
    wide->width = number_field(r, object, "width", (uint64_t)UINT32_MAX + 1);
    wide->lane = number_field(r, object, "lane", (uint64_t)UINT32_MAX + 1);
    if (json_array_size(constants) > MZ_MAX_WIDE_CONSTANTS ||
        (wide->lane && !wide->width) ||
        !read_numbers(constants, wide->constants, json_array_size(constants)))
        fail(r, "the field `%s` is impossible", "wide");
    else
        wide->count = json_array_size(constants);
}

static bool read_step(json_t *item, struct mz_plan_step *step)
{
    json_t *thread = json_is_array(item) ? json_array_get(item, 0) : item;
    json_t *value = json_is_array(item) ? json_array_get(item, 1) : NULL;

    if (!json_is_integer(thread) || json_integer_value(thread) < 0 ||
        json_integer_value(thread) >= MZ_WIDE_THREADS)
        return false;
    step->thread = json_integer_value(thread);
    if (!json_is_array(item))
        return true;
    if (json_array_size(item) == 3)
        step->served = json_integer_value(json_array_get(item, 2))
                           ? MZ_PLAN_SERVED | MZ_PLAN_BEHIND
                           : MZ_PLAN_SERVED;
    step->is_choice = !step->served;
    if (!json_is_integer(value) || json_integer_value(value) < 0 ||
        json_integer_value(value) > UINT32_MAX)
        return false;
    step->value = json_integer_value(value);
    return true;
}

/* Requires: the threads are loaded. */
static void load_plan(struct reader *r, json_t *replay,
                      struct mz_replay_request *request)
{
    json_t *array = field(r, replay, "schedule", JSON_ARRAY);
    size_t count = json_array_size(array);

    if (array && count > MZ_MAX_PLAN)
        fail(r, "the field `%s` is too long", "schedule");
    if (r->failed)
        return;
    request->plan = calloc(count + 1, sizeof *request->plan);
    if (!request->plan) {
        fail(r, "%s", "no memory");
        return;
    }
    for (size_t i = 0; i < count; i++)
        if (!read_step(json_array_get(array, i), &request->plan[i]) ||
            request->plan[i].thread >= request->thread_count)
            fail(r, "the field `%s` is impossible", "schedule");
    request->plan_length = count;
}

static unsigned kind_of(struct reader *r, json_t *error)
{
    json_t *name = field(r, error, "kind", JSON_STRING);

    for (unsigned k = 0; name && k < MZ_FINDING_KINDS; k++)
        if (!strcmp(json_string_value(name), mz_finding_names[k]))
            return k;
    fail(r, "the field `%s` is unknown", "kind");
    return 0;
}

/* MZ_NOBODY where it is null. */
static uint16_t thread_field(struct reader *r, json_t *object)
{
    return json_is_null(json_object_get(object, "thread"))
               ? MZ_NOBODY
               : number_field(r, object, "thread", MZ_WIDE_THREADS);
}

static void load_other_side(struct reader *r, json_t *root, json_t *error,
                            json_t *way, struct mz_finding *finding)
{
    json_t *other = json_object_get(error, "other");

    if (!other && finding->kind != MZ_FINDING_DATA_RACE)
        return;
    other = field(r, error, "other", JSON_OBJECT);
    finding->other_thread = number_field(r, other, "thread", MZ_WIDE_THREADS);
    /* Reports that had no schema have it there. */
    finding->other_ordinal = number_field(
        r, json_object_get(root, "schema") ? way : other,
        json_object_get(root, "schema") ? "other_ordinal" : "ordinal",
        1ull << 32);
    if (!json_is_true(json_object_get(way, "set_aside")))
        return;
    finding->is_aside = true;
    finding->other_address = number_field(r, other, "address", INT64_MAX);
    finding->other_size = number_field(r, other, "size", UINT8_MAX);
    finding->other_is_write = json_is_true(json_object_get(other, "write"));
}

/* NULL, and it has failed: there is no such one. */
static json_t *find_error(struct reader *r, json_t *root, uint32_t number)
{
    json_t *errors = field(r, root, "errors", JSON_ARRAY);
    json_t *error = json_array_get(errors, number - 1);
    char words[64];

    if (r->failed)
        return NULL;
    snprintf(words, sizeof words, "it has %zu error%s, and no error %u",
             json_array_size(errors), json_array_size(errors) == 1 ? "" : "s",
             number);
    if (!json_is_object(error) && number > 1)
        fail(r, "%s", words);
    else if (!json_is_object(error))
        fail(r, "the field `%s` is empty: no error was found", "errors");
    return r->failed ? NULL : error;
}

/* How the error comes about: the first has that where all that is common to
 * them is. */
static json_t *find_way(struct reader *r, json_t *root, json_t *error,
                        uint32_t number)
{
    json_t *replay = field(r, root, "replay", JSON_OBJECT);
    json_t *way = number > 1 ? json_object_get(error, "replay") : replay;

    if (!r->failed && !json_is_object(way))
        fail(r, "%s", "how that error comes about is not in it");
    return r->failed ? NULL : way;
}

static void load_finding(struct reader *r, json_t *root, json_t *error,
                         json_t *way, struct mz_replay_request *request)
{
    struct mz_finding *finding = &request->finding;
    json_t *address = json_object_get(error, "address"), *message;

    if (r->failed)
        return;
    finding->kind = kind_of(r, error);
    message = field(r, error, "message", JSON_STRING);
    if (message)
        snprintf(request->message, sizeof request->message, "%s",
                 json_string_value(message));
    clean(request->message);
    finding->thread = thread_field(r, error);
    finding->address =
        json_is_integer(address) ? json_integer_value(address) : 0;
    load_other_side(r, root, error, way, finding);
}

static void load(struct reader *r, json_t *root, uint32_t number,
                 struct mz_replay_request *request)
{
    json_t *replay, *error, *way;

    if (!json_is_object(root)) {
        fail(r, "%s", "not a report of mazurka");
        return;
    }
    field(r, root, "mazurka", JSON_STRING);
    request->program = string_field(r, root, "program");
    error = find_error(r, root, number);
    way = find_way(r, root, error, number);
    load_finding(r, root, error, way, request);
    replay = field(r, root, "replay", JSON_OBJECT);
    request->command = strings_field(r, replay, "command");
    request->cwd = string_field(r, replay, "cwd");
    request->cc = optional_string(replay, "cc");
    request->cxx = optional_string(replay, "cxx");
    request->program_hash = hash_field(r, replay, "program_hash");
    load_threads(r, way, request);
    load_loops(r, way, request);
    load_cancelled(r, way, request);
    load_lent(r, way, request);
    load_shared(r, way, request);
    load_wide(r, way, request);
    load_plan(r, way, request);
}

static json_t *parse(struct reader *r, const char *path)
{
    struct stat status;
    json_error_t where = {0};
    json_t *root;

    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        fail(r, "%s", "a directory");
        return NULL;
    }
    root = json_load_file(path, 0, &where);
    if (root)
        return root;
    clean(where.text);
    if (where.line > 0)
        snprintf(r->error, r->size, "not JSON (line %d: %s)", where.line,
                 where.text);
    else
        snprintf(r->error, r->size, "%s", where.text);
    return NULL;
}

bool mz_report_load(const char *path, uint32_t number,
                    struct mz_replay_request *request, char *error,
                    size_t size)
{
    struct reader r = {.error = error, .size = size};
    json_t *root = parse(&r, path);

    *request = (struct mz_replay_request){0};
    if (!root)
        return false;
    load(&r, root, number, request);
    json_decref(root);
    if (r.failed)
        mz_replay_request_release(request);
    return !r.failed;
}

void mz_replay_request_release(struct mz_replay_request *request)
{
    for (char **s = request->command; s && *s; s++)
        free(*s);
    free(request->command);
    free(request->program);
    free(request->cwd);
    free(request->cc);
    free(request->cxx);
    free(request->plan);
    *request = (struct mz_replay_request){0};
}

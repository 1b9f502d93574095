/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SARIF 2.1.0, which viewers of static analyses and code scanning read. An
 * error is a result; its interleaving a code flow with a thread flow for each
 * thread, whose locations have the steps' numbers as their order of execution.
 */
#define _GNU_SOURCE /* asprintf */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/document.h"
#include "report/fold.h"
#include "report/format.h"
#include "report/lanes.h"
#include "report/outline.h"

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

static json_t *message(const char *text)
{
    return json_pack("{s:s}", "text", text);
}

/* ---- places -------------------------------------------------------------- */

static bool is_plain_in_uri(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || (c && strchr("-._~/", c));
}

/* A reference, relative to where the check ran unless it is absolute. */
static json_t *uri_of(const char *file)
{
    char *uri = malloc(strlen("file://") + 3 * strlen(file) + 1), *end = uri;
    json_t *value;

    if (!uri)
        return json_string("");
    if (file[0] == '/')
        end = stpcpy(end, "file://");
    for (; *file; file++)
        if (is_plain_in_uri(*file))
            *end++ = *file;
        else
            end += sprintf(end, "%%%02X", (unsigned char)*file);
    *end = '\0';
    value = json_string(uri);
    free(uri);
    return value;
}

static json_t *artifact(const char *file)
{
    json_t *object = json_pack("{s:o}", "uri", uri_of(file));

    if (file[0] != '/')
        set(object, "uriBaseId", json_string("SRCROOT"));
    return object;
}

static json_t *region(const json_t *document, const json_t *place)
{
    const char *source = mz_document_source(document, place);
    json_t *object = json_pack("{s:I}", "startLine",
                               (json_int_t)mz_field_number(place, "line"));

    if (source)
        set(object, "snippet", message(source));
    return object;
}

/* `words`: what happens there, or "". */
static json_t *location(const json_t *document, const json_t *place,
                        const char *words)
{
    json_t *object = json_object();
    const char *file = mz_field_text(place, "file");
    const char *function = mz_field_text(place, "function");
    json_t *physical;

    if (*file) {
        physical = json_pack("{s:o}", "artifactLocation", artifact(file));
        if (mz_field_number(place, "line") > 0)
            set(physical, "region", region(document, place));
        set(object, "physicalLocation", physical);
    }
    if (*function)
        set(object, "logicalLocations",
            json_pack("[{s:s, s:s}]", "fullyQualifiedName", function, "kind",
                      "function"));
    if (*words)
        set(object, "message", message(words));
    return object;
}

/* ---- the interleaving ---------------------------------------------------- */

static json_t *state(const json_t *step)
{
    return json_pack("{s:{s:s}}", mz_field_text(step, "object_anywhere"),
                     "text", mz_field_text(step, "result_text"));
}

static json_t *flow_location(const json_t *document, const json_t *step,
                             bool is_folded)
{
    bool is_essential = mz_field_is_true(step, "preempts") ||
                        mz_field_is_true(step, "critical");
    const char *importance = is_essential ? "essential"
                             : is_folded  ? "unimportant"
                                          : "important";
    json_t *object = json_pack(
        "{s:o, s:I, s:s}", "location",
        location(document, step, mz_field_text(step, "text")), "executionOrder",
        (json_int_t)mz_field_number(step, "step"), "importance", importance);

    if (*mz_field_text(step, "object_anywhere") &&
        *mz_field_text(step, "result_text"))
        set(object, "state", state(step));
    return object;
}

static json_t *end_location(const json_t *document, const json_t *place,
                            const char *words, long long order)
{
    return json_pack("{s:o, s:I, s:s}", "location",
                     location(document, place, words), "executionOrder",
                     (json_int_t)order, "importance", "essential");
}

static json_t *thread_locations(const json_t *document, const json_t *error,
                                const char *thread, const unsigned char *folds)
{
    const json_t *trace = mz_field_array(error, "trace");
    const json_t *blocked = mz_field_array(error, "blocked");
    json_t *array = json_array();
    long long last = 0;

    for (size_t i = 0; i < json_array_size(trace); i++) {
        const json_t *step = json_array_get(trace, i);

        last = mz_field_number(step, "step");
        if (mz_is_of_thread(step, thread))
            json_array_append_new(
                array, flow_location(document, step, folds[i] != MZ_FOLD_NOT));
    }
    if (mz_is_of_thread(error, thread))
        json_array_append_new(
            array, end_location(document, error,
                                mz_field_text(error, "headline"), last + 1));
    for (size_t i = 0; i < json_array_size(blocked); i++) {
        const json_t *one = json_array_get(blocked, i);

        if (mz_is_of_thread(one, thread) && !mz_is_of_thread(error, thread))
            json_array_append_new(
                array, end_location(document, one, "waits", last + 1));
    }
    return array;
}

static json_t *thread_flows(const json_t *document, const json_t *error)
{
    unsigned char *folds = mz_fold_make(error);
    json_t *array = json_array();
    struct mz_lanes lanes;

    if (!folds || !mz_lanes_make(&lanes, error)) {
        free(folds);
        return array;
    }
    for (size_t i = 0; i < lanes.count; i++) {
        json_t *locations =
            thread_locations(document, error, lanes.names[i], folds);

        if (json_array_size(locations))
            json_array_append_new(array,
                                  json_pack("{s:s, s:O}", "id", lanes.names[i],
                                            "locations", locations));
        json_decref(locations);
    }
    mz_lanes_release(&lanes);
    free(folds);
    return array;
}

static void set_flows(json_t *result, const json_t *document,
                      const json_t *error)
{
    json_t *flows = json_array_size(mz_field_array(error, "trace"))
                        ? thread_flows(document, error)
                        : json_array();

    if (json_array_size(flows))
        set(result, "codeFlows",
            json_pack("[{s:{s:s}, s:O}]", "message", "text", "the interleaving",
                      "threadFlows", flows));
    json_decref(flows);
}

/* ---- what else belongs to an error --------------------------------------- */

static void add_related(json_t *array, const json_t *document,
                        const json_t *place, const char *words)
{
    json_t *one;

    if (!json_is_object(place) || !*mz_field_text(place, "file"))
        return;
    one = location(document, place, words);
    set(one, "id", json_integer((json_int_t)json_array_size(array) + 1));
    json_array_append_new(array, one);
}

static void set_related(json_t *result, const json_t *document,
                        const json_t *error)
{
    const json_t *blocked = mz_field_array(error, "blocked");
    json_t *array = json_array();

    add_related(array, document, json_object_get(error, "other"),
                "the other side");
    add_related(array, document, json_object_get(error, "allocated"),
                "allocated there");
    add_related(array, document, json_object_get(error, "freed"),
                "freed there");
    add_related(array, document, json_object_get(error, "variable"),
                "declared there");
    for (size_t i = 0; i < json_array_size(blocked); i++) {
        const json_t *one = json_array_get(blocked, i);
        char *waits = mz_outline_waiting(one), *words;

        if (waits && asprintf(&words, "%s %s",
                              mz_field_text(one, "thread_name"), waits) >= 0) {
            add_related(array, document, one, words);
            free(words);
        }
        free(waits);
    }
    if (json_array_size(array))
        set(result, "relatedLocations", json_incref(array));
    json_decref(array);
}

static json_t *stack_object(const json_t *document, const json_t *stack)
{
    const json_t *frames = mz_field_array(stack, "frames");
    json_t *array = json_array();

    for (size_t i = 0; i < json_array_size(frames); i++)
        json_array_append_new(
            array,
            json_pack("{s:o}", "location",
                      location(document, json_array_get(frames, i), "")));
    return json_pack("{s:{s:s}, s:o}", "message", "text",
                     mz_field_text(stack, "role"), "frames", array);
}

static void set_stacks(json_t *result, const json_t *document,
                       const json_t *error)
{
    const json_t *stacks = mz_field_array(error, "stacks");
    json_t *array = json_array();

    for (size_t i = 0; i < json_array_size(stacks); i++) {
        json_t *one = stack_object(document, json_array_get(stacks, i));

        if (!json_equal(json_array_get(array, 0), one))
            json_array_append(array, one);
        json_decref(one);
    }
    if (json_array_size(array))
        set(result, "stacks", json_incref(array));
    json_decref(array);
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return (hash ^ 0xff) * 0x100000001b3u;
}

static uint64_t hash_place(uint64_t hash, const json_t *place)
{
    hash = hash_text(hash, mz_field_text(place, "file"));
    return hash_text(hash, mz_field_text(place, "function"));
}

/* The same error of a program whose lines have moved: neither lines nor
 * addresses are in it. */
static json_t *fingerprint(const json_t *error)
{
    uint64_t hash =
        hash_text(0xcbf29ce484222325u, mz_field_text(error, "kind"));
    const json_t *blocked = mz_field_array(error, "blocked");
    const json_t *other = json_object_get(error, "other");
    char digits[20];

    hash = hash_place(hash, error);
    hash = hash_place(hash, other);
    hash = hash_text(hash, mz_field_text(error, "message"));
    for (size_t i = 0; i < json_array_size(blocked); i++)
        hash = hash_place(hash, json_array_get(blocked, i));
    snprintf(digits, sizeof digits, "%016" PRIx64, hash);
    return json_pack("{s:s}", "mazurka/v1", digits);
}

/* ---- rules --------------------------------------------------------------- */

/* By enum mz_finding_kind, of which a rule's index is the number. */
static const char *const rules[MZ_FINDING_KINDS] = {
    [MZ_FINDING_ASSERTION] = "An assertion fails.",
    [MZ_FINDING_ABORT] = "The program aborts.",
    [MZ_FINDING_DEADLOCK] = "Threads wait for one another for ever.",
    [MZ_FINDING_DATA_RACE] = "Accesses of two threads are not ordered, one of "
                             "them writes, and one is not atomic.",
    [MZ_FINDING_MEMORY] = "Memory is used that is freed, or none of the "
                          "program's.",
    [MZ_FINDING_SIGNAL] = "The program is ended by a signal.",
    [MZ_FINDING_EXIT] = "The program exits with a status other than 0.",
    [MZ_FINDING_MISUSE] = "A function is called as it must not be.",
    [MZ_FINDING_UNDEFINED] = "What the program does is undefined.",
    [MZ_FINDING_LOOP] = "A loop waits for what no thread will do.",
    [MZ_FINDING_OUTPUT] = "What is written is not as expected.",
    [MZ_FINDING_LINEARIZABILITY] = "No order of calls explains their results.",
    [MZ_FINDING_PROGRESS] = "A call waits for what other threads have begun.",
    [MZ_FINDING_NONDETERMINISM] = "The program does not do the same again.",
    [MZ_FINDING_EVENTS] = "An execution has more operations than the bound.",
    [MZ_FINDING_WATCHDOG] = "An execution does nothing visible for long.",
};

static json_t *rules_array(void)
{
    json_t *array = json_array();

    for (size_t i = 0; i < MZ_FINDING_KINDS; i++)
        if (rules[i])
            json_array_append_new(
                array,
                json_pack("{s:s, s:{s:s}, s:{s:s}}", "id", mz_finding_names[i],
                          "shortDescription", "text", rules[i],
                          "defaultConfiguration", "level",
                          mz_finding_is_limit((uint32_t)i) ? "warning"
                                                           : "error"));
    return array;
}

static void set_rule(json_t *result, const char *kind)
{
    set(result, "ruleId", json_string(*kind ? kind : "unknown"));
    for (size_t i = 0; i < MZ_FINDING_KINDS; i++)
        if (rules[i] && !strcmp(kind, mz_finding_names[i]))
            set(result, "ruleIndex", json_integer((json_int_t)i));
}

/* ---- the whole ----------------------------------------------------------- */

/* With the calls of mz_linearizable, which are what is to be seen. */
static json_t *result_message(const json_t *error)
{
    char *text = NULL;
    size_t size;
    FILE *memory = open_memstream(&text, &size);
    json_t *object = NULL;

    if (memory) {
        fprintf(memory, "%s\n", mz_field_text(error, "headline"));
        mz_outline_calls(error, memory);
        if (fclose(memory) == 0 && size) {
            text[size - 1] = '\0';
            object = message(text);
        }
    }
    free(text);
    return object ? object : message(mz_field_text(error, "headline"));
}

static json_t *result_object(const json_t *document, const json_t *error,
                             const char *level)
{
    const json_t *place = mz_outline_place(error);
    json_t *result = json_object();

    set_rule(result, mz_field_text(error, "kind"));
    set(result, "level", json_string(level));
    set(result, "message", result_message(error));
    if (place)
        set(result, "locations",
            json_pack("[o]", location(document, place, "")));
    set_related(result, document, error);
    set_flows(result, document, error);
    set_stacks(result, document, error);
    set(result, "partialFingerprints", fingerprint(error));
    return result;
}

static json_t *results_array(const json_t *document)
{
    const json_t *errors = mz_field_array(document, "errors");
    const json_t *cut = json_object_get(document, "cut");
    json_t *array = json_array();

    for (size_t i = 0; i < json_array_size(errors); i++)
        json_array_append_new(
            array, result_object(document, json_array_get(errors, i), "error"));
    if (json_is_object(cut))
        json_array_append_new(array, result_object(document, cut, "warning"));
    return array;
}

/* Why the results may not be all there is. */
static json_t *notifications(const json_t *document)
{
    const json_t *unseen = mz_field_array(document, "not_seen");
    bool is_incomplete =
        !strcmp(mz_field_text(document, "verdict"), "incomplete");
    json_t *array = json_array();
    char *line = NULL;

    if (strcmp(mz_field_text(document, "verdict"), "safe") &&
        strcmp(mz_field_text(document, "verdict"), "error"))
        line = mz_outline_verdict(document);
    if (line)
        json_array_append_new(array,
                              json_pack("{s:s, s:o}", "level",
                                        is_incomplete ? "warning" : "error",
                                        "message", message(line)));
    free(line);
    for (size_t i = 0; i < json_array_size(unseen); i++) {
        const json_t *item = json_array_get(unseen, i);

        if (asprintf(&line, "not seen: %s: %s", mz_field_text(item, "name"),
                     mz_field_text(item, "why")) < 0)
            continue;
        json_array_append_new(array, json_pack("{s:s, s:o}", "level", "note",
                                               "message", message(line)));
        free(line);
    }
    return array;
}

static json_t *invocation(const json_t *document)
{
    const char *verdict = mz_field_text(document, "verdict");
    bool has_run = strcmp(verdict, "unsupported") && strcmp(verdict, "failed");

    return json_pack("{s:b, s:o}", "executionSuccessful", has_run,
                     "toolExecutionNotifications", notifications(document));
}

/* Where the check ran, if that is known: a folder's address ends in a slash. */
static void set_base(json_t *run, const json_t *document)
{
    const char *cwd = mz_field_text(json_object_get(document, "replay"), "cwd");
    char *folder;

    if (*cwd != '/' || asprintf(&folder, "%s/", cwd) < 0)
        return;
    set(run, "originalUriBaseIds",
        json_pack("{s:{s:o}}", "SRCROOT", "uri", uri_of(folder)));
    free(folder);
}

static json_t *run_object(const json_t *document)
{
    json_t *driver =
        json_pack("{s:s, s:s, s:o}", "name", "mazurka", "version",
                  mz_field_text(document, "mazurka"), "rules", rules_array());
    json_t *run = json_pack("{s:{s:o}, s:[o], s:s}", "tool", "driver", driver,
                            "invocations", invocation(document), "columnKind",
                            "utf16CodeUnits");

    set_base(run, document);
    set(run, "results", results_array(document));
    return run;
}

int mz_view_sarif(const json_t *document, FILE *out)
{
    json_t *root =
        json_pack("{s:s, s:s, s:[o]}", "$schema",
                  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/"
                  "sarif-schema-2.1.0.json",
                  "version", "2.1.0", "runs", run_object(document));
    int failed;

    if (!root)
        return -ENOMEM;
    failed = json_dumpf(root, out, JSON_INDENT(1));
    fputc('\n', out);
    json_decref(root);
    return failed ? -EIO : 0;
}

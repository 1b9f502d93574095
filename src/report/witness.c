/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Witnesses of SV-COMP in YAML, version 2.0 of the format. A violation is told
 * by the values that __VERIFIER_nondet_... returned, in their order, and the
 * place where the property is violated. That version cannot say which thread
 * does something, so nothing is said of the interleaving: graphml does. A
 * witness that there is no violation has no invariants: nothing was abstracted.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/claim.h"
#include "report/document.h"
#include "report/format.h"

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

/* ---- what it is of ------------------------------------------------------- */

static json_t *task(const struct mz_claim *claim)
{
    const json_t *inputs = mz_field_array(claim->document, "inputs");
    json_t *files = json_array(), *hashes = json_object();

    for (size_t i = 0; i < json_array_size(inputs); i++) {
        const json_t *input = json_array_get(inputs, i);
        const char *given = mz_field_text(input, "given");

        json_array_append_new(files, json_string(given));
        set(hashes, given, json_string(mz_field_text(input, "sha256")));
    }
    return json_pack("{s:o, s:o, s:s, s:s, s:s}", "input_files", files,
                     "input_file_hashes", hashes, "specification",
                     claim->specification, "data_model", "LP64", "language",
                     "C");
}

/* Of all that it says: the same witness has the same. RFC 9562, version 8. */
static json_t *uuid_of(const json_t *entry)
{
    char *text = json_dumps(entry, JSON_COMPACT | JSON_SORT_KEYS);
    char digest[MZ_SHA256_TEXT], uuid[37];

    if (!text)
        return NULL;
    mz_sha256(text, strlen(text), digest);
    free(text);
    snprintf(uuid, sizeof uuid, "%.8s-%.4s-8%.3s-%c%.3s-%.12s", digest,
             digest + 8, digest + 13, "89ab"[digest[16] & 3], digest + 17,
             digest + 20);
    return json_string(uuid);
}

static json_t *metadata(const struct mz_claim *claim)
{
    return json_pack("{s:s, s:s, s:{s:s, s:s}, s:o}", "format_version", "2.0",
                     "creation_time", claim->created, "producer", "name",
                     "Mazurka", "version",
                     mz_field_text(claim->document, "mazurka"), "task",
                     task(claim));
}

/* ---- what it says -------------------------------------------------------- */

static json_t *segment(const char *type, const struct mz_claim_place *place,
                       unsigned column, json_t *constraint)
{
    json_t *location = json_pack("{s:s, s:I}", "file_name", place->file, "line",
                                 (json_int_t)place->line);
    json_t *waypoint =
        json_pack("{s:s, s:s}", "type", type, "action", "follow");

    if (column)
        set(location, "column", json_integer(column));
    if (*place->function)
        set(location, "function", json_string(place->function));
    if (constraint)
        set(waypoint, "constraint", constraint);
    set(waypoint, "location", location);
    return json_pack("{s:[{s:o}]}", "segment", "waypoint", waypoint);
}

/* A call whose end is not known is left out: that makes the witness weaker, a
 * wrong place would make it wrong. */
static void add_choice(json_t *content, const json_t *document,
                       const json_t *step)
{
    struct mz_claim_place place;
    const char *name = mz_claim_choice(document, step, &place);
    unsigned column = name ? mz_claim_call_end(place.source, name) : 0;
    char value[48];

    if (!column)
        return;
    snprintf(value, sizeof value, "\\result == %lld",
             mz_field_number(step, "value"));
    json_array_append_new(content,
                          segment("function_return", &place, column,
                                  json_pack("{s:s, s:s}", "value", value,
                                            "format", "acsl_expression")));
}

static json_t *sequence(const struct mz_claim *claim)
{
    const json_t *trace = mz_field_array(claim->error, "trace");
    json_t *content = json_array();

    for (size_t i = 0; i < json_array_size(trace); i++)
        add_choice(content, claim->document, json_array_get(trace, i));
    json_array_append_new(content, segment("target", &claim->target, 0, NULL));
    return content;
}

static json_t *entry(const struct mz_claim *claim)
{
    json_t *object =
        json_pack("{s:s, s:o, s:o}", "entry_type",
                  claim->error ? "violation_sequence" : "invariant_set",
                  "metadata", metadata(claim), "content",
                  claim->error ? sequence(claim) : json_array());
    json_t *uuid = object ? uuid_of(object) : NULL;

    if (uuid)
        set(json_object_get(object, "metadata"), "uuid", uuid);
    return object;
}

/* ---- YAML ---------------------------------------------------------------- */

static void put_value(const json_t *value, int depth, FILE *out);

static void begin_line(int depth, FILE *out)
{
    fprintf(out, "%*s", 2 * depth, "");
}

/* Strings of JSON are strings of YAML. */
static void put_scalar(const json_t *value, FILE *out)
{
    json_dumpf(value, out, JSON_ENCODE_ANY);
}

/* Its first line stands after what has been written of this line. */
static void put_object(const json_t *object, int depth, FILE *out)
{
    const char *key;
    json_t *value;
    bool is_first = true;

    json_object_foreach((json_t *)object, key, value)
    {
        json_t *name = json_string(key);

        if (!is_first)
            begin_line(depth, out);
        is_first = false;
        if (strspn(key, "abcdefghijklmnopqrstuvwxyz_") == strlen(key))
            fputs(key, out);
        else
            put_scalar(name, out);
        json_decref(name);
        putc(':', out);
        put_value(value, depth, out);
    }
}

static void put_array(const json_t *array, int depth, FILE *out)
{
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *item = json_array_get(array, i);

        begin_line(depth, out);
        fputs("- ", out);
        if (json_is_object(item)) {
            put_object(item, depth + 1, out);
        } else {
            put_scalar(item, out);
            putc('\n', out);
        }
    }
}

/* Of a key. */
static void put_value(const json_t *value, int depth, FILE *out)
{
    if (json_is_array(value) && json_array_size(value)) {
        putc('\n', out);
        put_array(value, depth + 1, out);
    } else if (json_is_object(value)) {
        putc('\n', out);
        begin_line(depth + 1, out);
        put_object(value, depth + 1, out);
    } else {
        putc(' ', out);
        put_scalar(value, out);
        putc('\n', out);
    }
}

int mz_view_witness(const json_t *document, FILE *out)
{
    struct mz_claim claim;
    json_t *witness;

    if (!mz_claim_make(&claim, document)) {
        fprintf(out, "# no witness: %s\n[]\n", claim.excuse);
        return 0;
    }
    witness = json_pack("[o]", entry(&claim));
    if (!witness)
        return -ENOMEM;
    put_array(witness, 0, out);
    json_decref(witness);
    return 0;
}

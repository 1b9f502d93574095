/* SPDX-License-Identifier: Apache-2.0 */
#include "report/claim.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "report/document.h"

static bool is(const json_t *object, const char *key, const char *text)
{
    return !strcmp(mz_field_text(object, key), text);
}

/* ---- places -------------------------------------------------------------- */

/* The line of the input at which `line` of `file` is, by its markers; 0: there
 * is none, or more than one. */
static long long find_marked(const json_t *input, const char *file,
                             long long line)
{
    const json_t *markers = mz_field_array(input, "markers");
    long long found = 0;

    for (size_t i = 0; i < json_array_size(markers); i++) {
        const json_t *marker = json_array_get(markers, i);
        const json_t *next = json_array_get(markers, i + 1);
        const char *name = json_string_value(json_array_get(marker, 1));
        long long of = json_integer_value(json_array_get(marker, 0));
        long long from = json_integer_value(json_array_get(marker, 2));
        long long end =
            next ? json_integer_value(json_array_get(next, 0)) : LLONG_MAX;

        if (!name || strcmp(name, file) || line < from ||
            line - from >= end - of - 1)
            continue;
        if (found)
            return 0;
        found = of + 1 + line - from;
    }
    return found;
}

static long long find_line(const json_t *input, const char *file,
                           long long line)
{
    const json_t *markers = mz_field_array(input, "markers");
    const json_t *first = json_array_get(json_array_get(markers, 0), 0);

    /* What comes before the first marker has its own lines. */
    if (is(input, "file", file) && (!first || line < json_integer_value(first)))
        return line;
    return find_marked(input, file, line);
}

bool mz_claim_place(const json_t *document, const json_t *place,
                    struct mz_claim_place *out)
{
    const json_t *inputs = mz_field_array(document, "inputs");
    const char *file = mz_field_text(place, "file");
    long long line = mz_field_number(place, "line");

    for (size_t i = 0; *file && line > 0 && i < json_array_size(inputs); i++) {
        const json_t *input = json_array_get(inputs, i);

        out->line = find_line(input, file, line);
        if (!out->line)
            continue;
        out->file = mz_field_text(input, "given");
        out->function = mz_field_text(place, "function");
        /* What a marker names is not what has been made of it. */
        out->source = json_array_size(mz_field_array(input, "markers"))
                          ? NULL
                          : mz_document_source(document, place);
        return true;
    }
    return false;
}

const char *mz_claim_choice(const json_t *document, const json_t *step,
                            struct mz_claim_place *out)
{
    const char *name = mz_field_text(step, "operation");

    return !strncmp(name, "__VERIFIER_nondet_", 18) &&
                   json_is_integer(json_object_get(step, "value")) &&
                   mz_claim_place(document, step, out)
               ? name
               : NULL;
}

/* The call's opening parenthesis, if `at` is the name of the function. */
static const char *call_at(const char *source, const char *at, size_t length)
{
    if (at > source && (isalnum((unsigned char)at[-1]) || at[-1] == '_'))
        return NULL;
    at += length;
    at += strspn(at, " \t");
    return *at == '(' ? at : NULL;
}

static unsigned characters(const char *from, const char *end)
{
    unsigned count = 0;

    for (; from < end; from++)
        count += ((unsigned char)*from & 0xc0) != 0x80;
    return count;
}

unsigned mz_claim_call_end(const char *source, const char *function)
{
    size_t length = strlen(function);
    const char *found = NULL;

    if (!source || !length)
        return 0;
    for (const char *at = source; (at = strstr(at, function)); at += length) {
        const char *open = call_at(source, at, length);

        if (open && found)
            return 0;
        if (open)
            found = open;
    }
    if (!found)
        return 0;
    found += 1 + strspn(found + 1, " \t");
    return *found == ')' ? characters(source, found) + 1 : 0;
}

/* ---- whether there is one ------------------------------------------------ */

bool mz_claim_is_c(const char *file)
{
    size_t length = strlen(file);

    return length > 2 && file[length - 2] == '.' &&
           (file[length - 1] == 'c' || file[length - 1] == 'i');
}

static bool excuse(struct mz_claim *claim, const char *why, const char *what)
{
    snprintf(claim->excuse, sizeof claim->excuse, "%.100s: %s%.200s",
             mz_field_text(claim->document, "program"), why, what);
    for (char *c = claim->excuse; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
    return false;
}

static bool check_inputs(struct mz_claim *claim)
{
    const json_t *inputs = mz_field_array(claim->document, "inputs");

    if (!json_array_size(inputs))
        return excuse(claim, "the command named no source files", "");
    for (size_t i = 0; i < json_array_size(inputs); i++) {
        const char *given = mz_field_text(json_array_get(inputs, i), "given");

        if (!mz_claim_is_c(given))
            return excuse(claim, "no source in C: ", given);
    }
    return true;
}

/* Whether the error is what the property forbids: of unreach-call the failure
 * of an assertion is an error, too, but no call of that function. */
static bool is_violation(const json_t *error, const char *property)
{
    if (!strcmp(property, "unreach-call"))
        return is(error, "fault", "error-call") &&
               is(error, "call", "reach_error");
    if (!strcmp(property, "no-data-race"))
        return is(error, "kind", "data-race");
    if (!strcmp(property, "valid-memsafety"))
        return !is(error, "fault", "leak"); /* which has no place */
    if (!strcmp(property, "termination"))
        return false; /* an execution without end has no target */
    if (!strcmp(property, "no-overflow"))
        return is(error, "fault", "overflow") ||
               is(error, "fault", "shift-overflow");
    return true;
}

/* Where reach_error is called, not where it is. */
static const json_t *violation_place(const json_t *error)
{
    const json_t *stack = json_array_get(mz_field_array(error, "stacks"), 0);
    const json_t *frames = mz_field_array(stack, "frames");
    const json_t *inner = json_array_get(frames, 0);

    if (is(error, "fault", "error-call") &&
        is(inner, "function", "reach_error"))
        return json_array_get(frames, 1);
    return error;
}

static bool claim_violation(struct mz_claim *claim)
{
    const json_t *options = json_object_get(claim->document, "options");
    const char *property = mz_field_text(options, "property");

    claim->error = json_array_get(mz_field_array(claim->document, "errors"), 0);
    if (!is_violation(claim->error, property))
        return excuse(claim, "the format has no way to tell: ",
                      mz_field_text(claim->error, "message"));
    if (!mz_claim_place(claim->document, violation_place(claim->error),
                        &claim->target))
        return excuse(claim,
                      "where the property is violated is in none of the "
                      "files that the command named",
                      "");
    return true;
}

static void set_created(struct mz_claim *claim)
{
    const char *given = getenv("SOURCE_DATE_EPOCH");
    char *end = NULL;
    time_t now = given ? (time_t)strtoll(given, &end, 10) : 0;
    struct tm parts;

    if (!given || end == given || *end)
        now = time(NULL);
    if (!gmtime_r(&now, &parts) ||
        !strftime(claim->created, sizeof claim->created, "%Y-%m-%dT%H:%M:%SZ",
                  &parts))
        snprintf(claim->created, sizeof claim->created, "1970-01-01T00:00:00Z");
}

bool mz_claim_make(struct mz_claim *claim, const json_t *document)
{
    memset(claim, 0, sizeof *claim);
    claim->document = document;
    claim->specification = mz_field_text(document, "specification");
    set_created(claim);
    if (!*claim->specification)
        return excuse(claim, "no property was named (--property)", "");
    if (!check_inputs(claim))
        return false;
    if (is(document, "verdict", "safe"))
        return true;
    if (is(document, "verdict", "error"))
        return claim_violation(claim);
    return excuse(claim, "the verdict is ", mz_field_text(document, "verdict"));
}

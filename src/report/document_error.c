/* SPDX-License-Identifier: Apache-2.0 */
#include "report/document_parts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/asserted.h"
#include "report/further.h"
#include "report/narrator.h"
#include "report/race_notes.h"
#include "report/sentence.h"
#include "report/steps.h"
#include "report/value.h"

void mz_document_set_thread(json_t *object, const struct mz_narrator *n,
                            unsigned thread)
{
    char phrase[MZ_PHRASE];

    mz_value_set(object, "thread", json_integer(thread));
    mz_narrator_thread(n, thread, phrase);
    mz_value_set(object, "thread_name", mz_value_text(phrase));
}

static void set_other_side(json_t *object, const struct mz_narrator *n,
                           const struct mz_finding *finding)
{
    json_t *other = json_object();
    struct mz_frame frame = {0};
    char phrase[MZ_PHRASE];
    uint64_t step = 0;

    mz_narrator_other(n, finding, &frame);
    mz_value_set_place(other, &frame);
    mz_document_set_thread(other, n, finding->other_thread);
    mz_narrator_object(n, finding->other_address, finding->other_size, phrase);
    mz_value_set(other, "object", mz_value_text(phrase));
    mz_value_set(other, "write", json_boolean(finding->other_is_write));
    mz_value_set(other, "atomic", json_boolean(finding->other_is_atomic));
    mz_value_set(other, "address", mz_value_exact(finding->other_address));
    mz_value_set(other, "size", json_integer(finding->other_size));
    mz_value_set(other, "side",
                 json_string(mz_side_names[finding->other_side]));
    if (finding == n->report->region->findings && finding->traced)
        step = mz_steps_accessed(&n->report->region->account,
                                 finding->other_thread, finding->other_address,
                                 finding->other_pc);
    mz_value_set(other, "step", mz_value_step(step));
    mz_value_set(other, "ordinal", mz_value_step(step)); /* its former name */
    mz_value_set(object, "other", other);
}

static void set_finding_thread(json_t *object, const struct mz_narrator *n,
                               const struct mz_finding *finding)
{
    if (finding->thread != MZ_NOBODY) {
        mz_document_set_thread(object, n, finding->thread);
        return;
    }
    mz_value_set(object, "thread", json_null());
    mz_value_set(object, "thread_name", json_null());
}

/* And how it was accessed: of a data race, the later side of two. */
static void set_finding_object(json_t *object, const struct mz_narrator *n,
                               const struct mz_finding *finding)
{
    char phrase[MZ_PHRASE];

    if (!finding->address) {
        mz_value_set(object, "object", json_null());
        return;
    }
    if (mz_fault_has_variable(finding->fault)) {
        struct mz_phrase name = mz_phrase_in(phrase, sizeof phrase);

        mz_sentence_variable(finding, &name);
    } else {
        mz_narrator_object(n, finding->address, finding->access_size, phrase);
    }
    mz_value_set(object, "object", mz_value_text(phrase));
    mz_value_set(object, "address", mz_value_exact(finding->address));
    if (finding->access_size)
        mz_value_set(object, "size", json_integer(finding->access_size));
    if (finding->kind != MZ_FINDING_DATA_RACE)
        return;
    mz_value_set(object, "write", json_boolean(finding->is_write));
    mz_value_set(object, "atomic", json_boolean(finding->is_atomic));
    mz_value_set(object, "side", json_string(mz_side_names[finding->side]));
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
    mz_value_set(object, "headline", mz_value_text(all));
}

static json_t *excerpt_or_null(const char *excerpt, bool is_missing)
{
    return is_missing ? json_null() : mz_value_text(excerpt);
}

static void set_output(json_t *object, const struct mz_finding *finding)
{
    json_t *output = json_object();

    mz_value_set(output, "name", mz_value_text(finding->text));
    mz_value_set(output, "byte", json_integer((json_int_t)finding->numbers[0]));
    mz_value_set(output, "line", json_integer((json_int_t)finding->numbers[1]));
    mz_value_set(output, "found",
                 excerpt_or_null(finding->found, finding->numbers[2]));
    mz_value_set(output, "expected",
                 excerpt_or_null(finding->expected, finding->numbers[3]));
    mz_value_set(object, "output", output);
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
    mz_value_set(variable, "name", mz_value_text(name));
    mz_value_set(variable, "size", mz_value_exact(finding->numbers[2]));
    mz_value_set_place(variable, &place);
    mz_value_set(object, "variable", variable);
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

        mz_value_set(value, "object", mz_value_text(values[i].name));
        mz_value_set(value, "value_text", mz_value_text(values[i].value));
        json_array_append_new(array, value);
    }
    mz_value_set(object, "values", array);
}

static json_t *named_steps(const struct mz_named_steps *named)
{
    json_t *object = json_object(), *steps = json_array();

    json_array_append_new(steps, mz_value_step(named->first));
    json_array_append_new(steps, mz_value_step(named->second));
    mz_value_set(object, "note", json_integer(named->note));
    mz_value_set(object, "at", json_integer((json_int_t)named->at));
    mz_value_set(object, "length", json_integer((json_int_t)named->length));
    mz_value_set(object, "steps", steps);
    return object;
}

/* What else is to be known of a data race. */
static void set_notes(json_t *object, const struct mz_narrator *n,
                      const struct mz_finding *finding)
{
    char phrase[MZ_PHRASE], *rest;
    struct mz_named_steps named;
    char *lines = mz_race_notes(
        n, finding, mz_narrator_subject(n, finding, phrase), &named);
    json_t *notes = json_array();

    for (char *line = lines ? strtok_r(lines, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest))
        json_array_append_new(notes, mz_value_text(line));
    if (finding->kind == MZ_FINDING_DATA_RACE || json_array_size(notes))
        mz_value_set(object, "notes", notes);
    else
        json_decref(notes);
    if (named.length)
        mz_value_set(object, "note_steps", named_steps(&named));
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
    mz_value_set(object, "fault", json_string(name));
}

json_t *mz_document_error(const struct mz_narrator *n,
                          const struct mz_finding *finding)
{
    json_t *object = json_object();
    struct mz_frame frame = {0};
    char sentence[MZ_SENTENCE];

    mz_value_set(object, "kind", json_string(mz_finding_names[finding->kind]));
    set_fault(object, finding->fault);
    if (finding->fault == MZ_FAULT_ERROR_CALL)
        mz_value_set(object, "call", mz_value_text(finding->text));
    mz_sentence(finding, NULL, sentence);
    mz_value_set(object, "message", mz_value_text(sentence));
    set_headline(object, n, finding);
    mz_narrator_failure(n, finding, &frame);
    mz_value_set_place(object, &frame);
    set_finding_thread(object, n, finding);
    set_finding_object(object, n, finding);
    mz_value_set(object, "execution",
                 json_integer((json_int_t)finding->execution));
    if (finding->kind == MZ_FINDING_OUTPUT)
        set_output(object, finding);
    if (mz_fault_has_variable(finding->fault))
        set_variable(object, n, finding);
    if (mz_narrator_has_other(finding))
        set_other_side(object, n, finding);
    set_notes(object, n, finding);
    if (finding->fault == MZ_FAULT_ASSERT)
        set_asserted(object, n, finding);
    if (finding == n->report->region->findings && finding->traced)
        mz_document_set_account(object, n, finding);
    else
        mz_value_set(object, "trace", json_array());
    if (finding->kind == MZ_FINDING_DEADLOCK && !finding->traced)
        mz_value_set(object, "blocked",
                     mz_document_blocked_briefly(n, finding));
    return object;
}

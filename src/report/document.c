/* SPDX-License-Identifier: Apache-2.0 */
#include "report/document.h"

#include <stdlib.h>

#include "region/failing.h"
#include "region/property.h"
#include "report/document_parts.h"
#include "report/hint.h"
#include "report/narrator.h"
#include "report/refusal.h"
#include "report/statistics.h"
#include "report/strengths.h"
#include "report/survey.h"
#include "report/unseen.h"
#include "report/unwritten.h"
#include "report/value.h"
#include "report/written.h"

/* Another number where a field changes its meaning: docs/report.schema.json. */
enum { SCHEMA = 1 };

const char *const mz_verdict_names[MZ_VERDICTS] = {
    [MZ_VERDICT_SAFE] = "safe",
    [MZ_VERDICT_ERROR] = "error",
    [MZ_VERDICT_INCOMPLETE] = "incomplete",
    [MZ_VERDICT_UNSUPPORTED] = "unsupported",
    [MZ_VERDICT_FAILED] = "failed",
};

/* ---- what was not seen --------------------------------------------------- */

static void set_handler(const struct mz_narrator *n,
                        const struct mz_unseen *item, json_t *object)
{
    struct mz_frame frame = {0};
    char phrase[MZ_PHRASE];

    if (item->address) {
        mz_narrator_object(n, item->address, item->size, phrase);
        mz_value_set(object, "object", mz_value_text(phrase));
    }
    if (mz_narrator_place(n, item->pc + 1, &frame))
        mz_value_set_place(object, &frame);
}

/* A read that --uninitialised would have something to say about. */
static json_t *unwritten_text(const struct mz_narrator *n)
{
    char phrase[MZ_PHRASE];

    return mz_unwritten_tell(n, phrase) ? mz_value_text(phrase) : json_null();
}

static json_t *weak_note(const struct mz_report *report)
{
    char *note = mz_written_note(report);
    json_t *told = note ? mz_value_text(note) : json_null();

    free(note);
    return told;
}

static json_t *unseen_object(const struct mz_narrator *n,
                             const struct mz_unseen *item)
{
    json_t *object = json_object();
    struct mz_frame frame = {0};
    char phrase[MZ_PHRASE], why[MZ_UNSEEN_WHY];

    mz_unseen_why(item, why);
    mz_value_set(object, "kind", json_string(mz_unseen_names[item->kind]));
    mz_value_set(object, "name", mz_value_text(item->name));
    mz_value_set(object, "why", mz_value_text(why));
    mz_value_set(object, "trusted", json_boolean(item->is_trusted));
    if (item->kind == MZ_UNSEEN_HANDLER)
        set_handler(n, item, object);
    if (!mz_unseen_is_of_access(item))
        return object;
    mz_narrator_unseen_thread(n, item, phrase);
    mz_value_set(object, "thread", mz_value_text(phrase));
    mz_narrator_object(n, item->address, item->size, phrase);
    mz_value_set(object, "object", mz_value_text(phrase));
    mz_value_set(object, "size", json_integer(item->size));
    mz_value_set(object, "is_write", json_boolean(item->is_write));
    if (mz_narrator_place(n, item->pc + 1, &frame))
        mz_value_set_place(object, &frame);
    return object;
}

static json_t *unseen_array(const struct mz_narrator *n,
                            const struct mz_unseen_list *list)
{
    json_t *array = json_array();

    for (uint32_t i = 0; i < list->count; i++)
        json_array_append_new(array, unseen_object(n, &list->items[i]));
    return array;
}

/* ---- the whole ----------------------------------------------------------- */

static uint32_t jobs_of(const struct mz_report *report)
{
    uint32_t jobs = report->region->settings.jobs;

    return jobs ? jobs : 1;
}

static void set_count(json_t *root, const char *key, uint64_t count)
{
    if (key)
        mz_value_set(root, key, json_integer((json_int_t)count));
}

static double to_microseconds(double seconds)
{
    return (double)(int64_t)(seconds * 1e6 + 0.5) / 1e6;
}

static void set_counts(json_t *root, const struct mz_report *report)
{
    const struct mz_progress *p = &report->region->progress;

#define NOT(name, key, phrase)
#define X(name, key, phrase) set_count(root, key, p->tally.name);
    MZ_COUNTERS(X, X, NOT)
    if (report->region->settings.count_traces)
        set_count(root, "traces", p->tally.traces);
    mz_value_set(root, "explored",
                 p->explored > 0 ? json_real(p->explored) : json_null());
    MZ_COUNTERS(NOT, NOT, X)
#undef X
#undef NOT
    mz_value_set(root, "jobs", json_integer(jobs_of(report)));
    mz_value_set(root, "workers_lost",
                 json_integer(report->region->workers_lost));
    mz_value_set(root, "seconds", json_real(to_microseconds(report->seconds)));
    mz_value_set(root, "max_rss_kb", json_integer(report->max_rss_kb));
}

static json_t *scenarios_object(const struct mz_scenarios *scenarios)
{
    json_t *object = json_object();

    mz_value_set(object, "drawn", json_integer(scenarios->drawn));
    mz_value_set(object, "run", json_integer(scenarios->run));
    return object;
}

static void set_limit(json_t *root, const struct mz_region *region)
{
    const char *hint = mz_hint(region);

    if (region->limit)
        mz_value_set(root, "limit",
                     mz_value_text(mz_limit_names[region->limit]));
    if (hint)
        mz_value_set(root, "hint", mz_value_text(hint));
}

/* Where it has the account it stands in the place of the first error. */
static const struct mz_finding *cut_of(const struct mz_region *region)
{
    return region->finding_count ? &region->cut : &region->findings[0];
}

/* Of what was met that cannot be checked. */
static json_t *refusal_object(const struct mz_narrator *n)
{
    const char *name = mz_refusal_message(n->report->region);
    const char *kind = mz_refusal_kind(n->report->region);
    const char *what = mz_refusal_what(n->report->region);
    const char *instead = mz_refusal_instead(n->report->region);
    const struct mz_stack *stack = mz_refusal_stack(n);
    json_t *object = json_object();
    struct mz_frame place = {0};

    mz_value_set(object, "kind", kind ? mz_value_text(kind) : json_null());
    mz_value_set(object, "name", mz_value_text(name));
    mz_value_set(object, "what", what ? mz_value_text(what) : json_null());
    mz_value_set(object, "instead",
                 instead ? mz_value_text(instead) : json_null());
    mz_refusal_place(n, &place);
    mz_value_set_place(object, &place);
    mz_value_set(object, "thread",
                 stack ? mz_value_thread(stack->thread) : json_null());
    mz_value_set(object, "stacks", mz_document_stacks(n));
    return object;
}

/* Names that were given in vain. */
static json_t *not_met_array(const struct mz_region *region)
{
    json_t *array = json_array();

    for (unsigned i = 0; i < MZ_FAILING_COUNT; i++)
        if (region->settings.failing >> i & 1 &&
            !(region->failing_met >> i & 1))
            json_array_append_new(array,
                                  mz_value_text(mz_failing_rows[i].name));
    return array;
}

static json_t *option_value(const struct mz_report_option *option)
{
    char *end;
    long long integer = strtoll(option->value, &end, 10);

    if (!option->is_number || end == option->value)
        return mz_value_text(option->value);
    if (!*end)
        return json_integer(integer);
    return json_real(strtod(option->value, NULL));
}

static json_t *options_object(const struct mz_report *report)
{
    json_t *object = json_object();

    for (size_t i = 0; i < report->option_count; i++)
        mz_value_set(object, report->options[i].name,
                     option_value(&report->options[i]));
    return object;
}

/* ---- what a witness is of ------------------------------------------------ */

/* [the marker's own line, the file, the line of it that the next one is] */
static json_t *markers_array(const struct mz_narrator *n,
                             const struct mz_report_input *input)
{
    json_t *array = json_array();

    for (size_t i = 0; i < input->marker_count; i++) {
        const struct mz_report_marker *marker = &input->markers[i];

        json_array_append_new(
            array,
            json_pack("[i, o, i]", (int)marker->of,
                      mz_value_text(mz_symbols_file(n->symbols, marker->file)),
                      (int)marker->line));
    }
    return array;
}

static json_t *inputs_array(const struct mz_narrator *n)
{
    const struct mz_report *report = n->report;
    json_t *array = json_array();

    for (size_t i = 0; i < report->input_count; i++) {
        const struct mz_report_input *input = &report->inputs[i];
        json_t *object = json_object();

        mz_value_set(object, "file",
                     mz_value_text(mz_symbols_file(n->symbols, input->file)));
        mz_value_set(object, "given", mz_value_text(input->file));
        mz_value_set(object, "sha256", json_string(input->sha256));
        if (input->marker_count)
            mz_value_set(object, "markers", markers_array(n, input));
        json_array_append_new(array, object);
    }
    return array;
}

static void set_task(json_t *root, const struct mz_narrator *n)
{
    const struct mz_report *report = n->report;
    const char *specification =
        mz_property_specifications[report->region->settings.property];

    mz_value_set(root, "inputs", inputs_array(n));
    if (specification)
        mz_value_set(root, "specification", json_string(specification));
}

/* ---- source lines -------------------------------------------------------- */

/* That of a place, to the lines of its file. */
static void add_source(json_t *sources, const struct mz_narrator *n,
                       const json_t *place)
{
    const char *file = json_string_value(json_object_get(place, "file"));
    json_int_t line = json_integer_value(json_object_get(place, "line"));
    const char *source =
        file && line > 0
            ? mz_symbols_source_line(n->symbols, file, (unsigned)line)
            : NULL;
    json_t *lines = source ? json_object_get(sources, file) : NULL;
    char key[24];

    if (!source)
        return;
    if (!lines)
        mz_value_set(sources, file, lines = json_object());
    snprintf(key, sizeof key, "%lld", (long long)line);
    if (!json_object_get(lines, key))
        mz_value_set(lines, key, mz_value_text(source));
}

/* Of all places in the document, however deep they lie. */
static void gather_sources(json_t *sources, const struct mz_narrator *n,
                           json_t *part)
{
    const char *key;
    json_t *value;
    size_t i;

    if (json_is_object(part))
        add_source(sources, n, part);
    json_object_foreach(part, key, value) gather_sources(sources, n, value);
    json_array_foreach(part, i, value) gather_sources(sources, n, value);
}

static json_t *whole(const struct mz_report *report,
                     const struct mz_narrator *n)
{
    const struct mz_region *region = report->region;
    json_t *root = json_object(), *errors = json_array();

    mz_value_set(root, "mazurka", mz_value_text(report->version));
    mz_value_set(root, "schema", json_integer(SCHEMA));
    mz_value_set(root, "program", mz_value_text(report->program));
    mz_value_set(root, "algorithm", mz_value_text(report->algorithm));
    mz_value_set(root, "dependence", mz_value_text(report->dependence));
    mz_value_set(root, "verdict",
                 json_string(mz_verdict_names[report->verdict]));
    set_counts(root, report);
    set_limit(root, region);
    if (mz_refusal_message(region)[0])
        mz_value_set(root, "message",
                     mz_value_text(mz_refusal_message(region)));
    if (report->verdict == MZ_VERDICT_UNSUPPORTED)
        mz_value_set(root, "unsupported", refusal_object(n));
    mz_value_set(root, "weak_atomics", json_boolean(region->weak_atomics));
    mz_value_set(root, "weak_note", weak_note(report));
    if (mz_written_is_tried(report))
        mz_value_set(root, "as_written", mz_written_object(report));
    mz_value_set(root, "load_buffering", json_boolean(region->load_buffering));
    mz_value_set(root, "unwritten_read", unwritten_text(n));
    if (region->settings.failing)
        mz_value_set(root, "failing_not_met", not_met_array(region));
    mz_value_set(root, "priorities_ignored", json_boolean(region->priorities));
    mz_value_set(root, "suppressed", json_integer(region->suppressed.count));
    mz_value_set(root, "not_seen", unseen_array(n, &region->unseen));
    mz_value_set(root, "not_seen_left_out",
                 json_integer(region->unseen.left_out));
    if (region->settings.statistics && !report->is_replay)
        mz_value_set(root, "stats", mz_statistics_object(region));
    if (region->scenarios.drawn)
        mz_value_set(root, "scenarios", scenarios_object(&region->scenarios));
    if (region->survey.drawn)
        mz_value_set(root, "sampled", mz_survey_object(&region->survey));
    if (report->strengths)
        mz_value_set(root, "orders", mz_strengths_object(n));
    if (report->replay_command)
        mz_value_set(root, "replay_command",
                     mz_value_text(report->replay_command));
    mz_value_set(root, "options", options_object(report));
    set_task(root, n);
    if (region->finding_count)
        json_array_append_new(errors,
                              mz_document_error(n, &region->findings[0]));
    for (uint32_t i = 1; i < region->finding_count; i++)
        json_array_append_new(errors, mz_document_further(n, i));
    mz_value_set(root, "errors", errors);
    if (region->has_cut)
        mz_value_set(root, "cut", mz_document_error(n, cut_of(region)));
    if (report->verdict == MZ_VERDICT_ERROR && region->finding_count &&
        region->findings[0].traced)
        mz_value_set(root, "replay", mz_document_replay(report));
    return root;
}

json_t *mz_document(const struct mz_report *report)
{
    struct mz_narrator narrator;
    json_t *root, *sources;

    if (!mz_narrator_open(&narrator, report))
        return NULL;
    root = whole(report, &narrator);
    sources = json_object();
    gather_sources(sources, &narrator, root);
    mz_value_set(root, "sources", sources);
    mz_narrator_close(&narrator);
    return root;
}

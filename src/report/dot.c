/* SPDX-License-Identifier: Apache-2.0 */
/* The partial order of the first error's trace, for Graphviz: a cluster for
 * each thread, edges of its own order, and of what comes right before in other
 * threads; the error, and the other side of a data race, in red. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/document.h"
#include "report/format.h"
#include "report/lanes.h"
#include "report/outline.h"

static void put_text(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putc('\\', out);
        putc((unsigned char)*text < 0x20 || *text == 0x7f ? ' ' : *text, out);
    }
}

static void put_place(const json_t *place, FILE *out)
{
    if (!*mz_field_text(place, "file"))
        return;
    fputs("\\n", out);
    put_text(mz_field_text(place, "file"), out);
    fprintf(out, ":%lld", mz_field_number(place, "line"));
}

static void put_step(const json_t *step, bool is_raced, FILE *out)
{
    fprintf(out, "    s%lld [label=\"%lld  ", mz_field_number(step, "step"),
            mz_field_number(step, "step"));
    put_text(mz_field_text(step, "text"), out);
    put_place(step, out);
    fputs(mz_field_is_true(step, "preempts") ? "\" peripheries=2" : "\"", out);
    fputs(is_raced ? " color=red penwidth=2];\n" : "];\n", out);
}

static bool is_deadlock(const json_t *error)
{
    return !strcmp(mz_field_text(error, "kind"), "deadlock");
}

/* What a thread's last step is followed by: that it fails, or waits; NULL. */
static const json_t *end_of(const json_t *error, const char *thread)
{
    const json_t *blocked = mz_field_array(error, "blocked");

    if (!is_deadlock(error))
        return mz_is_of_thread(error, thread) ? error : NULL;
    for (size_t i = 0; i < json_array_size(blocked); i++)
        if (mz_is_of_thread(json_array_get(blocked, i), thread))
            return json_array_get(blocked, i);
    return NULL;
}

static void put_end(const json_t *error, const json_t *end, size_t lane,
                    FILE *out)
{
    fprintf(out, "    end%zu [label=\"", lane);
    if (end == error) {
        put_text(mz_field_text(error, "headline"), out);
    } else {
        char *words = mz_outline_waiting(end);

        put_text(words ? words : "", out);
        free(words);
    }
    put_place(end, out);
    fputs("\" color=red fontcolor=red penwidth=2];\n", out);
}

/* Nodes, and the thread's own order. */
static void put_lane(const json_t *error, const char *thread, size_t lane,
                     FILE *out)
{
    const json_t *trace = mz_field_array(error, "trace");
    const json_t *end = end_of(error, thread);
    long long raced = mz_field_number(json_object_get(error, "other"), "step");
    long long before = 0;

    fprintf(out, "  subgraph cluster_%zu {\n    label=\"", lane);
    put_text(thread, out);
    fputs("\";\n", out);
    for (size_t i = 0; i < json_array_size(trace); i++) {
        const json_t *step = json_array_get(trace, i);
        long long number = mz_field_number(step, "step");

        if (!mz_is_of_thread(step, thread))
            continue;
        put_step(step, number == raced, out);
        if (before)
            fprintf(out, "    s%lld -> s%lld [weight=10];\n", before, number);
        before = number;
    }
    if (end)
        put_end(error, end, lane, out);
    if (end && before)
        fprintf(out, "    s%lld -> end%zu [weight=10];\n", before, lane);
    fputs("  }\n", out);
}

static const json_t *step_of(const json_t *trace, size_t before,
                             long long number)
{
    for (size_t i = before; i-- > 0;)
        if (mz_field_number(json_array_get(trace, i), "step") == number)
            return json_array_get(trace, i);
    return NULL;
}

/* Across threads; an edge is named by the object, if it is about one. */
static void put_order(const json_t *trace, size_t at, FILE *out)
{
    const json_t *step = json_array_get(trace, at);
    const json_t *after = mz_field_array(step, "after");

    for (size_t i = 0; i < json_array_size(after); i++) {
        long long number = json_integer_value(json_array_get(after, i));
        const json_t *before = step_of(trace, at, number);

        if (!before)
            continue;
        fprintf(out, "  s%lld -> s%lld [color=blue label=\"", number,
                mz_field_number(step, "step"));
        if (mz_is_same_object(before, step))
            put_text(mz_field_text(step, "object_anywhere"), out);
        fputs("\" fontcolor=blue];\n", out);
    }
}

/* A data race's other side; what each that waits is kept by. */
static void put_conflict(const json_t *error, const struct mz_lanes *lanes,
                         FILE *out)
{
    const json_t *blocked = mz_field_array(error, "blocked");
    const json_t *other = json_object_get(error, "other");

    if (mz_field_number(other, "step") > 0)
        fprintf(out,
                "  s%lld -> end%zu [dir=none style=dashed color=red "
                "fontcolor=red label=\"%s\" constraint=false];\n",
                mz_field_number(other, "step"),
                mz_lanes_find(lanes, mz_field_text(error, "thread_name")),
                strcmp(mz_field_text(error, "kind"), "data-race")
                    ? ""
                    : "not ordered");
    for (size_t i = 0; is_deadlock(error) && i < json_array_size(blocked);
         i++) {
        const json_t *one = json_array_get(blocked, i);

        if (mz_field_number(one, "since") > 0)
            fprintf(out,
                    "  end%zu -> s%lld [style=dashed color=red "
                    "constraint=false];\n",
                    mz_lanes_find(lanes, mz_field_text(one, "thread_name")),
                    mz_field_number(one, "since"));
    }
}

static int put_graph(const json_t *error, FILE *out)
{
    const json_t *trace = mz_field_array(error, "trace");
    struct mz_lanes lanes;

    if (!mz_lanes_make(&lanes, error))
        return -ENOMEM;
    for (size_t i = 0; i < lanes.count; i++)
        put_lane(error, lanes.names[i], i, out);
    for (size_t i = 0; i < json_array_size(trace); i++)
        put_order(trace, i, out);
    put_conflict(error, &lanes, out);
    mz_lanes_release(&lanes);
    return 0;
}

int mz_view_dot(const json_t *document, FILE *out)
{
    const json_t *error = json_array_get(mz_field_array(document, "errors"), 0);
    char *line = error ? NULL : mz_outline_verdict(document);
    int failed = 0;

    fputs("digraph trace {\n  label=\"", out);
    put_text(mz_field_text(document, "program"), out);
    fputs(": ", out);
    put_text(error ? mz_field_text(error, "headline") : line ? line : "", out);
    free(line);
    fputs("\";\n  labelloc=t;\n  newrank=true;\n  node [shape=box fontsize=10 "
          "fontname=\"monospace\"];\n  edge [fontsize=9];\n",
          out);
    if (error)
        failed = put_graph(error, out);
    fputs("}\n", out);
    return failed;
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Witnesses of SV-COMP in GraphML, version 1.0 of the format: an automaton that
 * is a path, with an edge for each step of the interleaving that is in the
 * program's source, which says the thread that makes it. Steps that a thread
 * makes at one line, one after the other, are one edge; but a creation, and a
 * call of __VERIFIER_nondet_..., have their own. A witness that there is no
 * violation is a single state: nothing was abstracted.
 */
#include <errno.h>
#include <string.h>

#include "report/claim.h"
#include "report/document.h"
#include "report/format.h"
#include "report/highlight.h"

/* ---- the header ---------------------------------------------------------- */

/* Keys, of what, and their type. */
static const struct {
    const char *name, *of, *type;
} keys[] = {
    {"witness-type", "graph", "string"},
    {"sourcecodelang", "graph", "string"},
    {"producer", "graph", "string"},
    {"specification", "graph", "string"},
    {"programfile", "graph", "string"},
    {"programhash", "graph", "string"},
    {"architecture", "graph", "string"},
    {"creationtime", "graph", "string"},
    {"entry", "node", "boolean"},
    {"violation", "node", "boolean"},
    {"threadId", "edge", "string"},
    {"createThread", "edge", "string"},
    {"enterFunction", "edge", "string"},
    {"returnFromFunction", "edge", "string"},
    {"startline", "edge", "int"},
    {"endline", "edge", "int"},
    {"assumption", "edge", "string"},
    {"assumption.resultfunction", "edge", "string"},
};

static void put_keys(FILE *out)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        fprintf(out,
                " <key id=\"%s\" for=\"%s\" attr.name=\"%s\" attr.type=\"%s\"",
                keys[i].name, keys[i].of, keys[i].name, keys[i].type);
        fputs(strcmp(keys[i].type, "boolean")
                  ? "/>\n"
                  : ">\n  <default>false</default>\n </key>\n",
              out);
    }
}

static void put_data(const char *key, const char *text, FILE *out)
{
    fprintf(out, "   <data key=\"%s\">", key);
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        mz_escape(text, length, out);
        if (text[length])
            putc('\n', out);
    }
    fputs("</data>\n", out);
}

static void put_number(const char *key, long long number, FILE *out)
{
    fprintf(out, "   <data key=\"%s\">%lld</data>\n", key, number);
}

static void put_graph_data(const struct mz_claim *claim, FILE *out)
{
    const json_t *input =
        json_array_get(mz_field_array(claim->document, "inputs"), 0);
    char producer[80];

    snprintf(producer, sizeof producer, "Mazurka %.60s",
             mz_field_text(claim->document, "mazurka"));
    put_data("witness-type",
             claim->error ? "violation_witness" : "correctness_witness", out);
    put_data("sourcecodelang", "C", out);
    put_data("producer", producer, out);
    put_data("specification", claim->specification, out);
    put_data("programfile", mz_field_text(input, "given"), out);
    put_data("programhash", mz_field_text(input, "sha256"), out);
    put_data("architecture", "64bit", out);
    put_data("creationtime", claim->created, out);
}

/* ---- the path ------------------------------------------------------------ */

/* What the path has come to. */
struct path {
    const struct mz_claim *claim;
    FILE *out;
    long long state;     /* the number of the last node */
    const char **starts; /* by the number of a thread: its function, or "" */
    size_t start_count;
};

static void put_node(const struct path *path, const char *flag)
{
    fprintf(path->out, "  <node id=\"N%lld\"%s", path->state,
            flag ? ">\n" : "/>\n");
    if (!flag)
        return;
    put_data(flag, "true", path->out);
    fputs("  </node>\n", path->out);
}

static void begin_edge(struct path *path, long long thread)
{
    fprintf(path->out,
            "  <edge id=\"E%lld\" source=\"N%lld\" target=\"N%lld\">\n",
            path->state, path->state, path->state + 1);
    path->state++;
    put_number("threadId", thread, path->out);
}

static void end_edge(struct path *path, const char *flag)
{
    fputs("  </edge>\n", path->out);
    put_node(path, flag);
}

static void put_lines(const struct path *path,
                      const struct mz_claim_place *place)
{
    put_number("startline", place->line, path->out);
    put_number("endline", place->line, path->out);
}

static const char *start_of(const struct path *path, long long thread)
{
    return thread >= 0 && (size_t)thread < path->start_count
               ? path->starts[thread]
               : "";
}

static void put_creation(struct path *path, const json_t *step,
                         const struct mz_claim_place *place)
{
    long long child = mz_field_number(step, "value");
    const char *start = mz_field_text(step, "start");

    begin_edge(path, mz_field_number(step, "thread"));
    put_number("createThread", child, path->out);
    put_lines(path, place);
    end_edge(path, NULL);
    if (child >= 0 && (size_t)child < path->start_count)
        path->starts[child] = start;
    if (!*start)
        return;
    begin_edge(path, child);
    put_data("enterFunction", start, path->out);
    end_edge(path, NULL);
}

static void put_exit(struct path *path, long long thread)
{
    if (!*start_of(path, thread))
        return;
    begin_edge(path, thread);
    put_data("returnFromFunction", start_of(path, thread), path->out);
    end_edge(path, NULL);
}

static void put_choice(struct path *path, const json_t *step,
                       const struct mz_claim_place *place, const char *name)
{
    char value[48];

    snprintf(value, sizeof value, "\\result == %lld",
             mz_field_number(step, "value"));
    begin_edge(path, mz_field_number(step, "thread"));
    put_lines(path, place);
    put_data("assumption", value, path->out);
    put_data("assumption.resultfunction", name, path->out);
    end_edge(path, NULL);
}

static bool is_same_line(const json_t *a, const json_t *b)
{
    return b && mz_field_number(a, "thread") == mz_field_number(b, "thread") &&
           mz_field_number(a, "line") == mz_field_number(b, "line") &&
           !strcmp(mz_field_text(a, "file"), mz_field_text(b, "file"));
}

/* What a line does that an edge of its own says. */
static bool put_special(struct path *path, const json_t *step)
{
    const char *operation = mz_field_text(step, "operation");
    struct mz_claim_place place;
    const char *choice = mz_claim_choice(path->claim->document, step, &place);

    if (choice)
        put_choice(path, step, &place, choice);
    else if ((!strcmp(operation, "pthread_create") ||
              !strcmp(operation, "thrd_create")) &&
             mz_claim_place(path->claim->document, step, &place))
        put_creation(path, step, &place);
    else
        return false;
    return true;
}

/* The steps from the i-th on that a thread makes at one line, one after the
 * other: a statement. How many they are. */
static size_t put_statement(struct path *path, const json_t *trace, size_t i)
{
    const json_t *first = json_array_get(trace, i);
    struct mz_claim_place place;
    bool is_special = false;
    size_t count = 0;

    do
        is_special |= put_special(path, json_array_get(trace, i + count++));
    while (is_same_line(first, json_array_get(trace, i + count)));
    if (!strcmp(mz_field_text(first, "operation"), "thread exit")) {
        put_exit(path, mz_field_number(first, "thread"));
    } else if (!is_special &&
               mz_claim_place(path->claim->document, first, &place)) {
        begin_edge(path, mz_field_number(first, "thread"));
        put_lines(path, &place);
        end_edge(path, NULL);
    }
    return count;
}

static void put_main(struct path *path)
{
    begin_edge(path, 0);
    put_number("createThread", 0, path->out);
    put_data("enterFunction", "main", path->out);
    end_edge(path, NULL);
}

static void put_violation(struct path *path)
{
    begin_edge(path, mz_field_number(path->claim->error, "thread"));
    put_lines(path, &path->claim->target);
    end_edge(path, "violation");
}

static void put_path(const struct mz_claim *claim, const char **starts,
                     size_t count, FILE *out)
{
    const json_t *trace = mz_field_array(claim->error, "trace");
    struct path path = {
        .claim = claim, .out = out, .starts = starts, .start_count = count};

    put_node(&path, "entry");
    if (!claim->error)
        return;
    put_main(&path);
    for (size_t i = 0; i < json_array_size(trace);)
        i += put_statement(&path, trace, i);
    put_violation(&path);
}

/* ---- the whole ----------------------------------------------------------- */

/* A format of one program file. */
static bool make(struct mz_claim *claim, const json_t *document)
{
    if (!mz_claim_make(claim, document))
        return false;
    if (json_array_size(mz_field_array(document, "inputs")) == 1)
        return true;
    snprintf(claim->excuse, sizeof claim->excuse,
             "this format is of one source file, and there are several");
    return false;
}

static void put_excuse(const struct mz_claim *claim, FILE *out)
{
    fputs(" <!-- no witness: ", out);
    for (const char *c = claim->excuse; *c; c++)
        putc(*c == '-' ? '_' : *c, out);
    fputs(" -->\n", out);
}

int mz_view_graphml(const json_t *document, FILE *out)
{
    const char *starts[MZ_WIDE_THREADS];
    struct mz_claim claim;
    bool is_made = make(&claim, document);

    for (size_t i = 0; i < MZ_WIDE_THREADS; i++)
        starts[i] = "";
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml "
          "xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n",
          out);
    if (is_made) {
        put_keys(out);
        fputs(" <graph edgedefault=\"directed\">\n", out);
        put_graph_data(&claim, out);
        put_path(&claim, starts, MZ_WIDE_THREADS, out);
        fputs(" </graph>\n", out);
    } else {
        put_excuse(&claim, out);
    }
    fputs("</graphml>\n", out);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "report/strengths.h"

#include <string.h>

static const char *const order_names[] = {
    [MZ_RELAXED] = "relaxed", [MZ_CONSUME] = "consume",
    [MZ_ACQUIRE] = "acquire", [MZ_RELEASE] = "release",
    [MZ_ACQ_REL] = "acq_rel", [MZ_SEQ_CST] = "seq_cst",
};

static const char *const role_names[MZ_STRENGTH_ROLES] = {
    [MZ_STRENGTH_LOAD] = "load",
    [MZ_STRENGTH_STORE] = "store",
    [MZ_STRENGTH_UPDATE] = "read-modify-write",
    [MZ_STRENGTH_COMPARE] = "compare_exchange",
    [MZ_STRENGTH_FAILURE] = "failing compare_exchange",
    [MZ_STRENGTH_FENCE] = "fence",
};

bool mz_strengths_place(const struct mz_narrator *n,
                        const struct mz_strength *s, struct mz_frame *frame)
{
    const struct mz_region *region = n->report->region;

    if (s->module >= region->module_count)
        return false;
    return mz_narrator_access_place(
        n, region->modules[s->module].bias + s->offset, frame);
}

/* `x`; false: it has no name, or it is not one alone. */
static bool name_of(const struct mz_narrator *n, const struct mz_strength *s,
                    char out[MZ_PHRASE])
{
    return s->address && !s->is_of_several &&
           mz_symbols_object(n->symbols, s->address, s->size, out, MZ_PHRASE);
}

/* ---- JSON ---------------------------------------------------------------- */

static json_t *string_or_null(const char *text)
{
    return text ? json_string(text) : json_null();
}

static json_t *change_object(const struct mz_narrator *n,
                             const struct mz_strength *s)
{
    struct mz_frame frame = {0};
    char name[MZ_PHRASE];
    bool has_place = mz_strengths_place(n, s, &frame);

    return json_pack(
        "{s:o, s:i, s:o, s:b, s:s, s:o, s:s, s:s}", "file",
        string_or_null(frame.file), "line", (int)frame.line, "function",
        string_or_null(frame.function), "of_all_calls",
        has_place && !mz_narrator_is_users(&frame) &&
            !mz_narrator_is_header(&frame),
        "operation",
        role_names[s->role], "object",
        string_or_null(name_of(n, s, name) ? name : NULL), "from",
        order_names[s->written], "to",
        s->role == MZ_STRENGTH_FENCE && s->counts == MZ_RELAXED
            ? "none"
            : order_names[s->counts]);
}

json_t *mz_strengths_object(const struct mz_narrator *n)
{
    static const char *const outcome_names[MZ_STRENGTHS_OUTCOMES] = {
        [MZ_STRENGTHS_FOUND] = "verified",
        [MZ_STRENGTHS_NONE] = "none",
        [MZ_STRENGTHS_UNKNOWN] = "unknown",
    };
    const struct mz_report_strengths *all = n->report->strengths;
    json_t *changes = json_array();

    for (uint32_t i = 0; i < all->count; i++)
        if (all->outcome == MZ_STRENGTHS_FOUND &&
            all->at[i].counts != all->at[i].written)
            json_array_append_new(changes, change_object(n, &all->at[i]));
    return json_pack(
        "{s:s, s:s, s:b, s:i, s:I, s:o, s:o}", "aim",
        all->is_to_relax ? "relax" : "repair", "outcome",
        outcome_names[all->outcome], "is_least", all->is_least, "checks",
        (int)all->checks, "executions", (json_int_t)all->executions, "why",
        string_or_null(all->why), "changes", changes);
}

/* ---- text ---------------------------------------------------------------- */

static bool is_to_relax(const json_t *orders)
{
    return !strcmp(mz_field_text(orders, "aim"), "relax");
}

static bool has_outcome(const json_t *orders, const char *name)
{
    return !strcmp(mz_field_text(orders, "outcome"), name);
}

/* `f.c:9 in worker: store of x: relaxed -> release` */
static void print_change(const json_t *change, FILE *out)
{
    const char *file = mz_field_text(change, "file");
    const char *function = mz_field_text(change, "function");
    const char *object = mz_field_text(change, "object");

    fputs("    ", out);
    if (*file)
        fprintf(out, "%s:%lld", file, mz_field_number(change, "line"));
    if (*function)
        fprintf(out, "%s%s", *file ? " in " : "", function);
    fprintf(out, ": %s", mz_field_text(change, "operation"));
    if (*object)
        fprintf(out, " of %s", object);
    fprintf(out, ": %s -> %s", mz_field_text(change, "from"),
            mz_field_text(change, "to"));
    if (mz_field_is_true(change, "of_all_calls"))
        fputs(" (in all calls of it)", out);
    fputc('\n', out);
}

static void print_head(const json_t *orders, FILE *out)
{
    bool relaxes = is_to_relax(orders);
    bool has_changes = json_array_size(mz_field_array(orders, "changes"));

    if (has_outcome(orders, "unknown"))
        fprintf(out, "  which %s is not known: %s",
                relaxes ? "may be weaker" : "have to be stronger",
                mz_field_text(orders, "why"));
    else if (has_outcome(orders, "none"))
        fputs("  whatever they are, there is an error", out);
    else if (!has_changes)
        fprintf(out, "  none %s", mz_field_is_true(orders, "is_least")
                                      ? "may be weaker"
                                      : "was found that may be weaker");
    else
        fprintf(out, "  %s: the program is verified, in %lld execution%s",
                relaxes ? "all of these may be weaker at once"
                        : "with these",
                mz_field_number(orders, "executions"),
                mz_field_number(orders, "executions") == 1 ? "" : "s");
}

static void print_least(const json_t *orders, FILE *out)
{
    bool relaxes = is_to_relax(orders);
    const char *why = mz_field_text(orders, "why");

    if (!mz_field_is_true(orders, "is_least"))
        fprintf(out, "  perhaps %s will do, too: %s\n",
                relaxes ? "weaker ones" : "fewer or weaker changes",
                *why ? why : "not all were tried");
    else
        fprintf(out, "  %s will not do\n",
                relaxes ? "what is weaker in sum"
                        : "fewer changes, or as many that are weaker in sum,");
}

void mz_strengths_print(const json_t *orders, FILE *out)
{
    const json_t *changes = mz_field_array(orders, "changes"), *change;
    long long checks = mz_field_number(orders, "checks");
    size_t i;

    if (!orders)
        return;
    fputs("orders of atomic accesses:\n", out);
    print_head(orders, out);
    fprintf(out, " (%lld more check%s)\n", checks, checks == 1 ? "" : "s");
    json_array_foreach(changes, i, change) print_change(change, out);
    if (json_array_size(changes) ||
        (has_outcome(orders, "verified") &&
         !mz_field_is_true(orders, "is_least")))
        print_least(orders, out);
}

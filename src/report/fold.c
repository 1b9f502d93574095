/* SPDX-License-Identifier: Apache-2.0 */
#include "report/fold.h"

#include <stdlib.h>
#include <string.h>

#include "report/document.h"
#include "report/repeats.h"

const char *const mz_fold_reasons[MZ_FOLD_COUNT] = {
#define X(fold, why) why,
    MZ_FOLDS(X)
#undef X
};

struct item {
    const json_t *step;
    const char *thread;
    long long address; /* 0: none, or one that is no integer */
};

struct trace {
    size_t count;
    struct item *items;
};

static bool is_one_of(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (!strcmp(text, *words))
            return true;
    return false;
}

static bool is_about_threads(const json_t *step)
{
    static const char *const operations[] = {"pthread_create", "pthread_join",
                                             "thread exit", NULL};

    return is_one_of(mz_field_text(step, "operation"), operations);
}

static bool is_about_heap(const json_t *step)
{
    static const char *const uses[] = {"allocate", "free", NULL};

    return is_one_of(mz_field_text(step, "access"), uses);
}

static bool is_same(const json_t *a, const json_t *b, const char *key)
{
    return json_equal(json_object_get(a, key), json_object_get(b, key));
}

/* The error is about what the step uses. */
static bool is_of_error(const json_t *step, const json_t *error)
{
    const json_t *other = json_object_get(error, "other");

    return mz_is_same_object(step, error) || mz_is_same_object(step, other);
}

/* It is the other side of a data race, or it preempts. */
static bool is_told_of(const json_t *step, const json_t *error)
{
    const json_t *other = json_object_get(error, "other");

    return mz_field_is_true(step, "preempts") ||
           (json_is_object(other) && is_same(step, other, "step"));
}

static bool is_used_by_others(const struct trace *trace, size_t at)
{
    for (size_t i = 0; i < trace->count; i++)
        if (trace->items[i].address == trace->items[at].address &&
            strcmp(trace->items[i].thread, trace->items[at].thread))
            return true;
    return false;
}

static bool is_last_of_thread(const struct trace *trace, size_t at)
{
    for (size_t i = at + 1; i < trace->count; i++)
        if (!strcmp(trace->items[i].thread, trace->items[at].thread) &&
            !is_about_threads(trace->items[i].step))
            return false;
    return true;
}

/* There may be none. */
static size_t first_creation(const struct trace *trace)
{
    size_t i = 0;

    while (i < trace->count &&
           strcmp(mz_field_text(trace->items[i].step, "operation"),
                  "pthread_create"))
        i++;
    return i < trace->count ? i : 0;
}

static enum mz_fold judge(const json_t *error, const struct trace *trace,
                          size_t at, size_t start)
{
    const json_t *step = trace->items[at].step;

    if (is_about_threads(step))
        return MZ_FOLD_THREAD;
    if (is_told_of(step, error))
        return MZ_FOLD_NOT;
    if (at < start)
        return MZ_FOLD_START;
    if (is_of_error(step, error))
        return MZ_FOLD_NOT;
    if (is_about_heap(step))
        return MZ_FOLD_HEAP;
    if (!trace->items[at].address || is_last_of_thread(trace, at) ||
        is_used_by_others(trace, at))
        return MZ_FOLD_NOT;
    return MZ_FOLD_PRIVATE;
}

/* ---- loops --------------------------------------------------------------- */

static bool is_same_step(const void *items, size_t a, size_t b)
{
    const struct item *x = (const struct item *)items + a;
    const struct item *y = (const struct item *)items + b;

    return x->address == y->address && !strcmp(x->thread, y->thread) &&
           is_same(x->step, y->step, "text") &&
           is_same(x->step, y->step, "line");
}

static void fold_loops(const struct trace *trace, unsigned char *folds)
{
    for (size_t at = 0; at < trace->count;) {
        struct mz_repeat repeat =
            mz_repeats_at(trace->items, at, trace->count, is_same_step);
        size_t end = at + repeat.period * repeat.times;

        for (size_t i = at + repeat.period; i < end; i++)
            folds[i] = MZ_FOLD_AGAIN;
        at = end;
    }
}

static bool read_trace(struct trace *trace, const json_t *array)
{
    trace->count = json_array_size(array);
    trace->items = calloc(trace->count + 1, sizeof *trace->items);
    for (size_t i = 0; trace->items && i < trace->count; i++) {
        const json_t *step = json_array_get(array, i);

        trace->items[i] = (struct item){
            .step = step,
            .thread = mz_field_text(step, "thread_name"),
            .address = mz_field_number(step, "address"),
        };
    }
    return trace->items;
}

unsigned char *mz_fold_make(const json_t *error)
{
    struct trace trace;
    unsigned char *folds;
    size_t start;

    if (!read_trace(&trace, mz_field_array(error, "trace")))
        return NULL;
    folds = calloc(trace.count + 1, 1);
    start = first_creation(&trace);
    for (size_t i = 0; folds && i < trace.count; i++)
        folds[i] = (unsigned char)judge(error, &trace, i, start);
    if (folds)
        fold_loops(&trace, folds);
    free(trace.items);
    return folds;
}

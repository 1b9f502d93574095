/* SPDX-License-Identifier: Apache-2.0 */
#include "report/fold.h"

#include <stdlib.h>
#include <string.h>

#include "report/document.h"
#include "report/repeats.h"

const char *const mz_fold_names[MZ_FOLD_COUNT] = {
#define X(omit, name, reason) [MZ_OMIT_##omit] = name,
    MZ_FOLDS(X)
#undef X
};

const char *const mz_fold_reasons[MZ_FOLD_COUNT] = {
#define X(omit, name, reason) [MZ_OMIT_##omit] = reason,
    MZ_FOLDS(X)
#undef X
        [MZ_FOLD_AGAIN] = "the same again",
};

struct item {
    const char *thread, *text;
    long long line;
    long long address; /* 0: none, or one that is no integer */
    bool is_critical;
};

struct trace {
    size_t count;
    struct item *items;
    unsigned char *folds;
};

static unsigned char fold_of(const json_t *step)
{
    const char *name = mz_field_text(step, "omitted");

    for (unsigned char i = 0; i < MZ_FOLD_COUNT; i++)
        if (mz_fold_names[i] && !strcmp(mz_fold_names[i], name))
            return i;
    return MZ_FOLD_NOT;
}

static bool is_same_step(const void *items, size_t a, size_t b)
{
    const struct item *x = (const struct item *)items + a;
    const struct item *y = (const struct item *)items + b;

    return x->is_critical == y->is_critical && x->address == y->address &&
           x->line == y->line &&
           !strcmp(x->thread, y->thread) && !strcmp(x->text, y->text);
}

static void fold_repeats(struct trace *trace)
{
    for (size_t at = 0; at < trace->count;) {
        struct mz_repetition repeat =
            mz_repeats_at(trace->items, at, trace->count, is_same_step);
        size_t end = at + repeat.period * repeat.times;

        for (size_t i = at + repeat.period; i < end; i++)
            trace->folds[i] = MZ_FOLD_AGAIN;
        at = end;
    }
}

static void read_trace(struct trace *trace, const json_t *array)
{
    for (size_t i = 0; i < trace->count; i++) {
        const json_t *step = json_array_get(array, i);

        trace->folds[i] = fold_of(step);
        trace->items[i] = (struct item){
            .thread = mz_field_text(step, "thread_name"),
            .text = mz_field_text(step, "text"),
            .line = mz_field_number(step, "line"),
            .address = mz_field_number(step, "address"),
            .is_critical = mz_field_is_true(step, "critical"),
        };
    }
}

unsigned char *mz_fold_make(const json_t *error)
{
    const json_t *array = mz_field_array(error, "trace");
    struct trace trace = {.count = json_array_size(array)};

    trace.items = calloc(trace.count + 1, sizeof *trace.items);
    trace.folds = calloc(trace.count + 1, 1);
    if (trace.items && trace.folds) {
        read_trace(&trace, array);
        fold_repeats(&trace);
    } else {
        free(trace.folds);
        trace.folds = NULL;
    }
    free(trace.items);
    return trace.folds;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "report/calls.h"

#include <string.h>

enum { MOST_WIDTH = 40 };

static const struct mz_told_calls *calls_of(const struct mz_narrator *n)
{
    return &n->report->region->account.calls;
}

/* ---- a call -------------------------------------------------------------- */

/* `push(1)` */
static void put_call(const struct mz_told_call *call, struct mz_phrase *out)
{
    mz_phrase_add(out, "%s(", call->name);
    for (unsigned i = 0; i < call->argument_count; i++)
        mz_phrase_add(out, "%s%lld", i ? ", " : "",
                      (long long)call->arguments[i]);
    mz_phrase_add(out, ")");
}

static void put_result(const struct mz_told_call *call, struct mz_phrase *out)
{
    switch ((enum mz_call_state)call->state) {
    case MZ_CALL_NOT_BEGUN:
        mz_phrase_add(out, " does not begin");
        break;
    case MZ_CALL_PENDING:
        mz_phrase_add(out, " has not returned");
        break;
    case MZ_CALL_WAITS:
        mz_phrase_add(out, " waits");
        break;
    case MZ_CALL_RETURNED:
        mz_phrase_add(out, " = %lld", (long long)call->result);
        break;
    }
}

void mz_calls_text(const struct mz_told_call *call, char out[MZ_CALL_TEXT])
{
    struct mz_phrase phrase = mz_phrase_in(out, MZ_CALL_TEXT);

    put_call(call, &phrase);
    put_result(call, &phrase);
}

/* ---- why ----------------------------------------------------------------- */

/* `push(1) by main.2`: several threads may make the same call. */
static void put_named(const struct mz_narrator *n, unsigned call,
                      struct mz_phrase *out)
{
    const struct mz_told_calls *told = calls_of(n);
    char thread[MZ_PHRASE];

    put_call(&told->calls[call], out);
    mz_narrator_thread(n, told->threads[told->calls[call].column], thread);
    mz_phrase_add(out, " by %s", thread);
}

static void put_order(const struct mz_narrator *n, struct mz_phrase *out)
{
    const struct mz_told_calls *told = calls_of(n);

    for (unsigned i = 0; i < told->order_count; i++) {
        char text[MZ_CALL_TEXT];

        mz_calls_text(&told->calls[told->order[i]], text);
        mz_phrase_add(out, "%s%s", i ? ", " : "", text);
    }
}

static void put_broken(const struct mz_narrator *n, struct mz_phrase *out)
{
    const struct mz_told_calls *told = calls_of(n);

    for (unsigned i = 0; i < told->broken_count; i++) {
        mz_phrase_add(out, "%s", i ? "; and " : "; but ");
        put_named(n, told->ended[i], out);
        mz_phrase_add(out, " had returned before ");
        put_named(n, told->began[i], out);
        mz_phrase_add(out, " began");
    }
}

static void put_would(const struct mz_narrator *n, struct mz_phrase *out)
{
    const struct mz_told_calls *told = calls_of(n);
    const struct mz_told_call *wrong = &told->calls[told->wrong];

    put_named(n, told->wrong, out);
    if (told->would_wait)
        mz_phrase_add(out, " would wait");
    else
        mz_phrase_add(out, " would return %lld", (long long)told->would);
    if (told->why == MZ_WHY_WAITS)
        mz_phrase_add(out, ", and waits for ever");
    else
        mz_phrase_add(out, ", and has returned %lld", (long long)wrong->result);
}

static void put_after(const struct mz_narrator *n, struct mz_phrase *out)
{
    if (!calls_of(n)->order_count)
        return;
    mz_phrase_add(out, "after ");
    put_order(n, out);
    mz_phrase_add(out, ": ");
}

void mz_calls_why(const struct mz_narrator *n, char out[MZ_WHY_TEXT])
{
    struct mz_phrase phrase = mz_phrase_in(out, MZ_WHY_TEXT);

    switch ((enum mz_told_why)calls_of(n)->why) {
    case MZ_WHY_TIME:
        mz_phrase_add(&phrase,
                      "explained only in an order that time forbids: ");
        put_order(n, &phrase);
        put_broken(n, &phrase);
        break;
    case MZ_WHY_RESULT:
        mz_phrase_add(&phrase, "nearest to an order that explains it: ");
        put_after(n, &phrase);
        put_would(n, &phrase);
        break;
    case MZ_WHY_WAITS:
        put_after(n, &phrase);
        put_would(n, &phrase);
        break;
    case MZ_WHY_UNTOLD:
    case MZ_WHYS:
        break;
    }
}

/* ---- the table ----------------------------------------------------------- */

/* The row-th call of a column, or NULL. */
static const struct mz_told_call *call_at(const struct mz_told_calls *told,
                                          unsigned column, unsigned row)
{
    for (uint32_t i = 0; i < told->count; i++)
        if (told->calls[i].column == column && !row--)
            return &told->calls[i];
    return NULL;
}

static unsigned width_of(const struct mz_told_calls *told, unsigned column,
                         const char *thread)
{
    size_t width = strlen(thread);
    const struct mz_told_call *call;

    for (unsigned row = 0; (call = call_at(told, column, row)); row++) {
        char text[MZ_CALL_TEXT];

        mz_calls_text(call, text);
        if (strlen(text) > width)
            width = strlen(text);
    }
    return width < MOST_WIDTH ? (unsigned)width : MOST_WIDTH;
}

static bool print_row(const struct mz_told_calls *told, unsigned row,
                      const unsigned *widths, FILE *out)
{
    unsigned blanks = 2;
    bool is_any = false;

    for (unsigned column = 0; column < told->columns; column++) {
        const struct mz_told_call *call = call_at(told, column, row);
        char text[MZ_CALL_TEXT] = "";

        if (call) {
            mz_calls_text(call, text);
            fprintf(out, "%*s%s", blanks, "", text);
            blanks = 0;
            is_any = true;
        }
        if (strlen(text) < widths[column])
            blanks += widths[column] - (unsigned)strlen(text);
        blanks += 3;
    }
    if (is_any)
        fputc('\n', out);
    return is_any;
}

void mz_calls_print(const struct mz_narrator *n, FILE *out)
{
    const struct mz_told_calls *told = calls_of(n);
    unsigned widths[MZ_MAX_COLUMNS];
    char why[MZ_WHY_TEXT];

    if (!told->count)
        return;
    fputs("\ncalls, from first to last:\n  ", out);
    for (unsigned c = 0; c < told->columns; c++) {
        char thread[MZ_PHRASE];

        mz_narrator_thread(n, told->threads[c], thread);
        widths[c] = width_of(told, c, thread);
        if (c + 1 < told->columns)
            fprintf(out, "%-*s   ", widths[c], thread);
        else
            fprintf(out, "%s\n", thread);
    }
    for (unsigned row = 0; print_row(told, row, widths, out); row++)
        ;
    mz_calls_why(n, why);
    if (*why)
        fprintf(out, "  %s\n", why);
}

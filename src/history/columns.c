/* SPDX-License-Identifier: Apache-2.0 */
#include "history/columns.h"

static uint64_t values_of(const struct mz_menu_range *range)
{
    return range->is_data ? 1 : (uint64_t)range->to - (uint64_t)range->from + 1;
}

static uint64_t choices_of(const struct mz_menu *menu, uint32_t operation)
{
    uint64_t choices = 1;

    for (uint32_t i = 0; i < menu->operations[operation].arity; i++) {
        uint64_t values = values_of(&menu->operations[operation].ranges[i]);

        if (!values || values > UINT32_MAX)
            return UINT32_MAX;
        choices *= values;
    }
    return choices < UINT32_MAX ? choices : UINT32_MAX;
}

static bool may_call(const struct mz_menu *menu, uint32_t operation,
                     uint32_t column)
{
    uint32_t thread = menu->operations[operation].thread;

    return !thread || thread == column + 1;
}

/* The first of the columns that may be exchanged with each other. */
static uint32_t first_equal(const struct mz_menu *menu)
{
    uint32_t first = 0;

    for (uint32_t i = 0; i < menu->count; i++)
        if (menu->operations[i].thread > first)
            first = menu->operations[i].thread;
    return first;
}

uint32_t mz_menu_choices(const struct mz_menu *menu, uint32_t column)
{
    uint64_t choices = 0;

    for (uint32_t i = 0; i < menu->count; i++)
        if (may_call(menu, i, column))
            choices += choices_of(menu, i);
    return choices < UINT32_MAX ? choices : UINT32_MAX;
}

/* The choice-th way to fill in a call of a column. */
static void fill_call(const struct mz_menu *menu, uint32_t column,
                      uint64_t choice, struct mz_object_call *call)
{
    uint32_t operation = 0;

    for (;; operation++) {
        if (!may_call(menu, operation, column))
            continue;
        if (choice < choices_of(menu, operation))
            break;
        choice -= choices_of(menu, operation);
    }
    *call = (struct mz_object_call){.operation = operation};
    for (uint32_t i = 0; i < menu->operations[operation].arity; i++) {
        const struct mz_menu_range *range =
            &menu->operations[operation].ranges[i];
        uint64_t values = values_of(range);

        call->arguments[i] = range->from + (long)(choice % values);
        choice /= values;
    }
}

static void fill(const struct mz_menu *menu, const uint64_t *choices,
                 struct mz_columns *columns)
{
    long value = 0;

    columns->call_count = columns->begin[columns->count];
    for (uint32_t i = 0; i < columns->call_count; i++) {
        struct mz_object_call *call = &columns->calls[i];

        fill_call(menu, mz_columns_of(columns, i), choices[i], call);
        for (uint32_t k = 0; k < menu->operations[call->operation].arity; k++)
            if (menu->operations[call->operation].ranges[k].is_data)
                call->arguments[k] = ++value;
    }
}

/* ---- all of them --------------------------------------------------------- */

/* Do columns of one length that may be exchanged stand in the order of their
 * choices? Of all ways to exchange them just one does. */
static bool is_sorted(const struct mz_columns *columns, uint32_t first,
                      const uint64_t *choices)
{
    for (uint32_t c = first; c + 1 < columns->count; c++) {
        uint32_t length = mz_columns_length(columns, c), i = 0;
        const uint64_t *a = choices + columns->begin[c], *b = a + length;

        if (length != mz_columns_length(columns, c + 1))
            continue;
        while (i < length && a[i] == b[i])
            i++;
        if (i < length && a[i] > b[i])
            return false;
    }
    return true;
}

static bool next_choices(const struct mz_columns *columns, uint64_t *choices,
                         const uint64_t *most)
{
    for (uint32_t i = columns->begin[columns->count]; i-- > 0; choices[i] = 0)
        if (++choices[i] < most[mz_columns_of(columns, i)])
            return true;
    return false;
}

/* The next lengths, in order, of this sum, which do not grow from the first of
 * the columns on that may be exchanged. */
static bool next_lengths(uint32_t *lengths, uint32_t first, uint32_t threads,
                         uint32_t most, uint32_t sum)
{
    uint32_t total;

    do {
        uint32_t i = threads;

        while (i-- > 0 && lengths[i] == most)
            lengths[i] = 1;
        if (i == (uint32_t)-1)
            return false;
        lengths[i]++;
        total = 0;
        for (i = 0; i < threads; i++)
            total += lengths[i];
        for (i = first; i + 1 < threads && lengths[i] >= lengths[i + 1]; i++)
            ;
        if (i + 1 < threads)
            total = 0;
    } while (total != sum);
    return true;
}

static void set_lengths(struct mz_columns *columns, uint32_t threads,
                        const uint32_t *lengths)
{
    columns->count = threads;
    columns->begin[0] = 0;
    for (uint32_t i = 0; i < threads; i++)
        columns->begin[i + 1] = columns->begin[i] + lengths[i];
}

static void find_choices(const struct mz_menu *menu, uint32_t threads,
                         uint64_t *most)
{
    for (uint32_t c = 0; c < threads; c++)
        most[c] = mz_menu_choices(menu, c);
}

uint64_t mz_columns_enumerate(const struct mz_menu *menu, uint32_t threads,
                              uint32_t length, struct mz_columns *all,
                              size_t room)
{
    uint32_t first = first_equal(menu);
    uint64_t most[MZ_MAX_COLUMNS], count = 0;
    struct mz_columns columns;

    find_choices(menu, threads, most);

    for (uint32_t sum = threads; sum <= threads * length; sum++) {
        uint32_t lengths[MZ_MAX_COLUMNS];

        for (uint32_t i = 0; i < threads; i++)
            lengths[i] = 1;
        lengths[threads - 1] = 0; /* the one before the first */
        while (next_lengths(lengths, first, threads, length, sum)) {
            uint64_t choices[MZ_MAX_CALLS] = {0};

            set_lengths(&columns, threads, lengths);
            do {
                if (!is_sorted(&columns, first, choices))
                    continue;
                fill(menu, choices, &columns);
                if (all && count < room)
                    all[count] = columns;
                if (++count > 2 * (uint64_t)room)
                    return count;
            } while (next_choices(&columns, choices, most));
        }
    }
    return count;
}

/* ---- some ---------------------------------------------------------------- */

void mz_columns_draw(const struct mz_menu *menu, uint32_t threads,
                     uint32_t length, struct mz_random *random,
                     struct mz_columns *columns)
{
    uint64_t most[MZ_MAX_COLUMNS], choices[MZ_MAX_CALLS] = {0};
    uint32_t lengths[MZ_MAX_COLUMNS];

    find_choices(menu, threads, most);

    for (uint32_t i = 0; i < threads; i++)
        lengths[i] = length;
    set_lengths(columns, threads, lengths);
    for (uint32_t i = 0; i < threads * length; i++)
        choices[i] =
            (mz_random_word(random) >> 32) * most[mz_columns_of(columns, i)] >>
            32;
    fill(menu, choices, columns);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "history/record.h"

/* The begin or the end of a call, as a place among the events of its thread. */
struct end {
    uint32_t own;   /* the event that it is; MZ_NONE: between two */
    uint32_t from;  /* it, or the next event of its thread */
    uint32_t until; /* it, or the one before */
};

static struct end end_of(const struct mz_call_place *place, uint32_t own)
{
    return own == MZ_NONE ? (struct end){own, place->after, place->before}
                          : (struct end){own, own, own};
}

/* Does `a` come before `b`, which is another thread's, in each order of the
 * events that keeps happens-before? */
static bool comes_before(const struct mz_event_order *order, struct end a,
                         struct end b)
{
    return a.from != MZ_NONE && b.until != MZ_NONE &&
           order->precedes(order, a.from, b.until);
}

static bool has_begun(const struct mz_record *r, uint32_t call)
{
    return r->states[call] != MZ_CALL_NOT_BEGUN;
}

static void clear(struct mz_record *r)
{
    for (uint32_t i = 0; i < r->count; i++)
        r->ended[i] = r->begun[i] = 0;
}

void mz_record_order(struct mz_record *r, const struct mz_columns *columns,
                     const struct mz_call_place *places,
                     const struct mz_event_order *order)
{
    clear(r);
    for (uint32_t x = 0; x < r->count; x++)
        for (uint32_t y = 0; y < r->count; y++) {
            bool is_own =
                mz_columns_of(columns, x) == mz_columns_of(columns, y);
            struct end x_ends = end_of(&places[x], places[x].last);
            struct end y_begins = end_of(&places[y], places[y].first);
            struct end y_ends = end_of(&places[y], places[y].last);

            if (r->states[x] != MZ_CALL_RETURNED || !has_begun(r, y))
                continue;
            if (is_own ? y <= x : comes_before(order, y_begins, x_ends))
                r->begun[x] |= 1u << y;
            if (r->states[y] != MZ_CALL_RETURNED)
                continue;
            if (is_own ? y <= x : comes_before(order, y_ends, x_ends))
                r->ended[x] |= 1u << y;
        }
}

/* The call began before the event, and so before each end that comes after the
 * event; and what its thread had called before it was over by then. */
void mz_record_begins_before(struct mz_record *r,
                             const struct mz_columns *columns,
                             const struct mz_call_place *places,
                             const struct mz_event_order *order, uint32_t call,
                             uint32_t event)
{
    const struct end begins = end_of(&places[call], event);
    uint32_t first = columns->begin[mz_columns_of(columns, call)];

    for (uint32_t x = 0; x < r->count; x++) {
        struct end x_ends = end_of(&places[x], places[x].last);

        if (r->states[x] != MZ_CALL_RETURNED ||
            !comes_before(order, begins, x_ends))
            continue;
        r->begun[x] |= 1u << call;
        for (uint32_t y = first; y < call; y++) {
            r->begun[x] |= 1u << y;
            r->ended[x] |= 1u << y;
        }
    }
}

void mz_record_order_threads(struct mz_record *r,
                             const struct mz_columns *columns)
{
    clear(r);
    for (uint32_t x = 0; x < r->count; x++)
        for (uint32_t y = 0; y < r->count; y++) {
            if (r->states[x] != MZ_CALL_RETURNED || !has_begun(r, y))
                continue;
            r->begun[x] |= 1u << y; /* any may have, so that none is late */
            if (mz_columns_of(columns, x) == mz_columns_of(columns, y) &&
                y <= x && r->states[y] == MZ_CALL_RETURNED)
                r->ended[x] |= 1u << y;
        }
}

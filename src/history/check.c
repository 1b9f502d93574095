/* SPDX-License-Identifier: Apache-2.0 */
#include "history/check.h"

enum {
    MOST_CUTS = 1 << 14,
    MOST_NUMBERS = 1 << 20, /* of states, in all cuts */
};

/* A moment of time: who has ended, and in which states the sequential code may
 * be then. */
struct cut {
    uint32_t done;   /* calls that have ended */
    uint32_t begun;  /* calls that must have begun; others might have */
    uint32_t from;   /* the cut before it; MZ_NONE: the first */
    uint32_t last;   /* the call that ended just before */
    uint32_t states; /* where they begin in check.numbers ... */
    uint32_t count;  /* ... and how many they are */
};

struct check {
    const struct mz_sequential *s;
    const struct mz_columns *columns;
    const struct mz_record *r;
    struct cut *cuts;
    uint32_t cut_count;
    uint32_t *numbers; /* of states, of all cuts */
    uint32_t number_count;
    uint32_t *seen; /* [state]: the round in which it was met */
    uint32_t round;
    bool is_full;
};

_Static_assert(MOST_CUTS * sizeof(struct cut) +
                       (MOST_NUMBERS + MZ_MOST_SEQUENTIAL_STATES) *
                           sizeof(uint32_t) +
                       3 * 64 <=
                   MZ_HISTORY_SCRATCH,
               "that must be enough");

/* Has this call its place among those that were made? */
static bool has_place(const struct check *c, uint32_t state, uint32_t call)
{
    uint32_t column = mz_columns_of(c->columns, call);

    return call - c->columns->begin[column] <
           mz_sequential_made(c->s, state, column);
}

/* May the next call of a column have its place there, once these have begun? */
static bool may_come(const struct check *c, uint32_t state, uint32_t column,
                     uint32_t begun)
{
    const struct mz_sequential_step *step =
        mz_sequential_step(c->s, state, column);
    uint32_t call =
        c->columns->begin[column] + mz_sequential_made(c->s, state, column);

    if (step->kind != MZ_STEP_RETURNS || !(begun >> call & 1))
        return false;
    return c->r->states[call] == MZ_CALL_PENDING ||
           (c->r->states[call] == MZ_CALL_RETURNED &&
            c->r->results[call] == step->result);
}

static void add_state(struct check *c, uint32_t state)
{
    if (c->seen[state] == c->round)
        return;
    c->seen[state] = c->round;
    if (c->number_count < MOST_NUMBERS)
        c->numbers[c->number_count++] = state;
    else
        c->is_full = true;
}

static void sort(uint32_t *numbers, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t k = i; k && numbers[k - 1] > numbers[k]; k--) {
            uint32_t other = numbers[k];

            numbers[k] = numbers[k - 1];
            numbers[k - 1] = other;
        }
}

/* The states in which the sequential code may be when calls that have begun,
 * any of them and in any order, have been given their places. */
static void close_states(struct check *c, const struct cut *before,
                         struct cut *cut)
{
    c->round++;
    cut->states = c->number_count;
    for (uint32_t i = 0; i < before->count; i++)
        add_state(c, c->numbers[before->states + i]);
    for (uint32_t i = cut->states; i < c->number_count; i++)
        for (uint32_t column = 0; column < c->s->columns; column++)
            if (may_come(c, c->numbers[i], column, cut->begun))
                add_state(
                    c, mz_sequential_step(c->s, c->numbers[i], column)->next);
    cut->count = c->number_count - cut->states;
}

/* Of these, the states in which the call that ends has its place. */
static void find_states(struct check *c, const struct cut *before,
                        struct cut *cut)
{
    uint32_t kept = 0;

    close_states(c, before, cut);
    for (uint32_t i = cut->states; i < c->number_count; i++)
        if (has_place(c, c->numbers[i], cut->last))
            c->numbers[cut->states + kept++] = c->numbers[i];
    c->number_count = cut->states + kept;
    cut->count = kept;
    sort(c->numbers + cut->states, kept);
}

/* Is there a cut like it, with the same calls ended and the same states, among
 * those from that number on? */
static bool is_known(const struct check *c, const struct cut *cut,
                     uint32_t from)
{
    for (uint32_t i = from; i < c->cut_count; i++)
        if (c->cuts[i].done == cut->done && c->cuts[i].count == cut->count &&
            !mz_compare(c->numbers + c->cuts[i].states,
                        c->numbers + cut->states,
                        cut->count * sizeof *c->numbers))
            return true;
    return false;
}

/* Those that return have ended. Is there a state in which the sequential code
 * makes each call wait that waits for ever? */
static bool waits(struct check *c, const struct cut *last)
{
    struct cut cut = {.begun = UINT32_MAX};

    close_states(c, last, &cut);
    c->number_count = cut.states;
    for (uint32_t i = 0; i < cut.count; i++) {
        bool all = true;

        for (uint32_t call = 0; call < c->r->count; call++) {
            const struct mz_sequential_step *step =
                mz_sequential_step(c->s, c->numbers[cut.states + i],
                                   mz_columns_of(c->columns, call));

            all &= c->r->states[call] != MZ_CALL_WAITS ||
                   step->kind == MZ_STEP_BLOCKS;
        }
        if (all)
            return true;
    }
    return false;
}

static void tell(const struct check *c, const struct cut *cut,
                 struct mz_history_witness *witness)
{
    uint32_t i;

    if (!witness)
        return;
    witness->count = 0;
    for (const struct cut *k = cut; k->from != MZ_NONE; k = &c->cuts[k->from])
        witness->count++;
    i = witness->count;
    for (const struct cut *k = cut; k->from != MZ_NONE; k = &c->cuts[k->from])
        witness->ends[--i] = k->last;
}

/* Lets each call end that may be the next. `level`: where the cuts begin in
 * which one call more has ended. */
static bool follow(struct check *c, uint32_t from, uint32_t level,
                   struct mz_history_witness *witness)
{
    for (uint32_t call = 0; call < c->r->count; call++) {
        const struct cut before = c->cuts[from];
        struct cut cut = {.done = before.done | 1u << call,
                          .begun = before.begun | c->r->begun[call],
                          .from = from,
                          .last = call};

        if (c->r->states[call] != MZ_CALL_RETURNED || before.done >> call & 1 ||
            c->r->ended[call] & ~cut.done)
            continue;
        find_states(c, &before, &cut);
        if (!cut.count && !c->is_full) {
            tell(c, &cut, witness);
            return false;
        }
        if (is_known(c, &cut, level)) {
            c->number_count = cut.states;
            continue;
        }
        if (c->cut_count == MOST_CUTS)
            c->is_full = true;
        else
            c->cuts[c->cut_count++] = cut;
    }
    return true;
}

static enum mz_history_verdict check(struct check *c,
                                     struct mz_history_witness *witness)
{
    uint32_t level = 1, ended = 0;

    for (uint32_t call = 0; call < c->r->count; call++)
        ended |= (uint32_t)(c->r->states[call] == MZ_CALL_RETURNED) << call;
    c->numbers[c->number_count++] = c->s->first;
    c->cuts[c->cut_count++] = (struct cut){.from = MZ_NONE, .count = 1};
    for (uint32_t i = 0; i < c->cut_count && !c->is_full; i++) {
        if (i == level)
            level = c->cut_count;
        if (c->cuts[i].done == ended && !waits(c, &c->cuts[i])) {
            tell(c, &c->cuts[i], witness);
            return MZ_HISTORY_WAITS;
        }
        if (!follow(c, i, level, witness))
            return MZ_HISTORY_NOT_EXPLAINED;
    }
    return c->is_full ? MZ_HISTORY_TOO_LARGE : MZ_HISTORY_EXPLAINED;
}

enum mz_history_verdict mz_history_check(const struct mz_sequential *s,
                                         const struct mz_columns *columns,
                                         const struct mz_record *r,
                                         struct mz_arena *scratch,
                                         struct mz_history_witness *witness)
{
    struct check c = {.s = s, .columns = columns, .r = r};
    size_t used = scratch->used;
    enum mz_history_verdict verdict;

    c.cuts = mz_arena_take(scratch, MOST_CUTS * sizeof *c.cuts);
    c.numbers = mz_arena_take(scratch, MOST_NUMBERS * sizeof *c.numbers);
    c.seen = mz_arena_take(scratch, s->state_count * sizeof *c.seen);
    mz_fill(c.seen, 0, s->state_count * sizeof *c.seen);
    verdict = check(&c, witness);
    scratch->used = used;
    return verdict;
}

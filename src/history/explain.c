/* SPDX-License-Identifier: Apache-2.0 */
#include "history/explain.h"

enum { ANY = MZ_MAX_CALLS * MZ_MAX_CALLS };

/* A search through the orders of the calls of a witness. */
struct explain {
    const struct mz_sequential *s;
    const struct mz_columns *columns;
    const struct mz_record *r;
    uint32_t ended; /* calls of the witness; bits */
    uint32_t begun;
    uint32_t before[MZ_MAX_CALLS]; /* [call]: had ended when it began */
    bool may_break;                /* the order in time */
    uint32_t path[MZ_MAX_CALLS];
    uint32_t depth;
    uint32_t fewest; /* pairs broken */
    uint32_t most;   /* calls of the longest order noted, plus one */
    struct mz_told_calls *told;
};

/* In the order of the witness: which calls had ended when each one began. */
static void follow_witness(struct explain *e,
                           const struct mz_history_witness *witness)
{
    for (uint32_t i = 0; i < witness->count; i++) {
        uint32_t call = witness->ends[i], begins;

        begins = e->r->begun[call] & ~e->begun;
        for (uint32_t c = 0; c < e->r->count; c++)
            if (begins >> c & 1)
                e->before[c] = e->ended;
        e->begun |= begins;
        e->ended |= 1u << call;
    }
}

static uint32_t call_of(const struct explain *e, uint32_t state,
                        uint32_t column)
{
    return e->columns->begin[column] + mz_sequential_made(e->s, state, column);
}

/* Calls that had ended when this one began, and would come behind it if it were
 * placed now. */
static uint32_t broken_by(const struct explain *e, uint32_t call,
                          uint32_t placed)
{
    return e->before[call] & ~placed;
}

static void note_broken(struct explain *e)
{
    struct mz_told_calls *told = e->told;
    uint32_t placed = 0;

    told->broken_count = 0;
    for (uint32_t i = 0; i < e->depth; placed |= 1u << e->path[i++])
        for (uint32_t c = 0; c < e->r->count; c++)
            if (broken_by(e, e->path[i], placed) >> c & 1 &&
                told->broken_count < MZ_MAX_BROKEN) {
                told->ended[told->broken_count] = c;
                told->began[told->broken_count++] = e->path[i];
            }
}

static void note_order(struct explain *e)
{
    e->told->order_count = e->depth;
    for (uint32_t i = 0; i < e->depth; i++)
        e->told->order[i] = e->path[i];
}

/* The order on the path explains as many calls as none before. Which one would
 * have another result there? */
static void note_wrong(struct explain *e, uint32_t state, uint32_t placed)
{
    for (uint32_t column = 0; column < e->s->columns; column++) {
        const struct mz_sequential_step *step =
            mz_sequential_step(e->s, state, column);
        uint32_t call = call_of(e, state, column);

        if (step->kind == MZ_STEP_ENDED || !(e->ended >> call & 1) ||
            broken_by(e, call, placed) ||
            (step->kind == MZ_STEP_RETURNS &&
             step->result == e->r->results[call]))
            continue;
        e->most = e->depth + 1;
        note_order(e);
        e->told->wrong = call;
        e->told->would_wait = step->kind == MZ_STEP_BLOCKS;
        e->told->would = step->result;
        return;
    }
}

/* Who waits for ever, and would not. False: all would wait there. */
static bool note_waiting(struct explain *e, uint32_t state)
{
    for (uint32_t column = 0; column < e->s->columns; column++) {
        const struct mz_sequential_step *step =
            mz_sequential_step(e->s, state, column);
        uint32_t call = call_of(e, state, column);

        if (step->kind != MZ_STEP_RETURNS ||
            e->r->states[call] != MZ_CALL_WAITS)
            continue;
        note_order(e);
        e->told->wrong = call;
        e->told->would_wait = false;
        e->told->would = step->result;
        return true;
    }
    return false;
}

static void search(struct explain *e, uint32_t state, uint32_t placed,
                   uint32_t broken)
{
    if (broken >= e->fewest)
        return;
    if (!(e->ended & ~placed)) {
        if (e->may_break) {
            e->fewest = broken;
            note_order(e);
            note_broken(e);
        } else if (note_waiting(e, state)) {
            e->fewest = 0; /* one will do */
        }
        return;
    }
    if (!e->may_break && e->depth >= e->most)
        note_wrong(e, state, placed);
    for (uint32_t column = 0; column < e->s->columns; column++) {
        const struct mz_sequential_step *step =
            mz_sequential_step(e->s, state, column);
        uint32_t call = call_of(e, state, column), more;

        if (step->kind != MZ_STEP_RETURNS || !(e->begun >> call & 1) ||
            e->r->states[call] == MZ_CALL_WAITS ||
            (e->ended >> call & 1 && step->result != e->r->results[call]))
            continue;
        more = (uint32_t)__builtin_popcount(broken_by(e, call, placed));
        if (more && !e->may_break)
            continue;
        e->path[e->depth++] = call;
        search(e, step->next, placed | 1u << call, broken + more);
        e->depth--;
    }
}

void mz_history_explain(const struct mz_sequential *s,
                        const struct mz_columns *columns,
                        const struct mz_record *r,
                        enum mz_history_verdict verdict,
                        const struct mz_history_witness *witness,
                        struct mz_told_calls *told)
{
    struct explain e = {
        .s = s, .columns = columns, .r = r, .fewest = ANY, .told = told};

    follow_witness(&e, witness);
    if (verdict == MZ_HISTORY_WAITS) {
        search(&e, s->first, 0, 0);
        told->why = MZ_WHY_WAITS;
        return;
    }
    e.may_break = true;
    search(&e, s->first, 0, 0);
    told->why = MZ_WHY_TIME;
    if (e.fewest < ANY)
        return;
    e.may_break = false;
    search(&e, s->first, 0, 0);
    told->why = MZ_WHY_RESULT;
}

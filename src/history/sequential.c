/* SPDX-License-Identifier: Apache-2.0 */
#include "history/sequential.h"

enum {
    MOST_ORDERS = 100000,
    BUCKETS = 1 << 17,
};

uint64_t mz_sequential_orders(const struct mz_columns *columns, uint64_t most)
{
    uint64_t orders = 1;
    uint32_t before = 0;

    /* Columns one after the other: each is spread among those before. */
    for (uint32_t c = 0; c < columns->count; c++)
        for (uint32_t i = 1; i <= mz_columns_length(columns, c); i++) {
            orders = orders * ++before / i;
            if (orders >= most)
                return most;
        }
    return orders;
}

/* A state on the way of the calls that are made, and which call is next. */
struct frame {
    struct mz_sequential_step steps[MZ_MAX_COLUMNS];
    uint32_t known;  /* columns whose step is: bits */
    uint32_t chosen; /* column, whose step is followed */
    uint64_t progress;
};

struct build {
    struct mz_sequential *s;
    const struct mz_columns *columns;
    struct mz_sequential_code *code;
    uint32_t *buckets;
    struct frame frames[MZ_MAX_CALLS + 1];
    uint32_t depth;
};

/* All steps of the frame are known: the state that has these, which may be one
 * that was there. False: there would be too many. */
static bool find_state(struct build *b, const struct frame *frame,
                       uint32_t *state)
{
    struct mz_sequential *s = b->s;
    size_t size = s->columns * sizeof *frame->steps;
    uint64_t hash = mz_hash_word(0, frame->progress);
    uint32_t i;

    for (uint32_t c = 0; c < s->columns; c++) {
        hash = mz_hash_word(hash, (uint64_t)frame->steps[c].result);
        hash = mz_hash_word(hash, (uint64_t)frame->steps[c].next << 2 |
                                      frame->steps[c].kind);
    }
    for (i = hash % BUCKETS; b->buckets[i]; i = (i + 1) % BUCKETS) {
        *state = b->buckets[i] - 1;
        if (s->progress[*state] == frame->progress &&
            !mz_compare(mz_sequential_step(s, *state, 0), frame->steps, size))
            return true;
    }
    if (s->state_count == MZ_MOST_SEQUENTIAL_STATES)
        return false;
    *state = s->state_count++;
    b->buckets[i] = *state + 1;
    s->progress[*state] = frame->progress;
    mz_copy(s->steps + (size_t)*state * s->columns, frame->steps, size);
    return true;
}

/* The next column whose step is not known here. */
static uint32_t unknown(const struct build *b, const struct frame *frame)
{
    uint32_t column = 0;

    while (column < b->columns->count && frame->known >> column & 1)
        column++;
    return column;
}

static const struct mz_object_call *next_call(const struct build *b,
                                              const struct frame *frame,
                                              uint32_t column)
{
    uint32_t made = frame->progress >> 8 * column & 0xff;

    return made < mz_columns_length(b->columns, column)
               ? &b->columns->calls[b->columns->begin[column] + made]
               : NULL;
}

static struct mz_sequential_step make(struct build *b, uint32_t column)
{
    const struct mz_object_call *call =
        next_call(b, &b->frames[b->depth], column);
    struct mz_sequential_step step = {.kind = MZ_STEP_ENDED};

    if (call)
        step.kind = b->code->call(b->code, call, &step.result) ? MZ_STEP_RETURNS
                                                               : MZ_STEP_BLOCKS;
    if (step.kind == MZ_STEP_BLOCKS)
        step.result = 0;
    return step;
}

static void push(struct build *b, uint32_t column)
{
    struct frame *frame = &b->frames[b->depth++];

    frame->chosen = column;
    b->frames[b->depth] = (struct frame){
        .progress = frame->progress + (1ull << 8 * column),
    };
}

/* Makes the calls that lead to the frame on top once more. */
static bool repeat(struct build *b)
{
    uint32_t depth = b->depth;

    for (b->depth = 0; b->depth < depth; b->depth++) {
        const struct frame *frame = &b->frames[b->depth];
        struct mz_sequential_step step = make(b, frame->chosen);

        if (step.kind != MZ_STEP_RETURNS ||
            step.result != frame->steps[frame->chosen].result)
            return false;
    }
    return true;
}

/* Goes on from the frame on top to where all columns have ended or wait. */
static void go_on(struct build *b)
{
    uint32_t column;

    while ((column = unknown(b, &b->frames[b->depth])) < b->columns->count) {
        struct frame *frame = &b->frames[b->depth];

        frame->steps[column] = make(b, column);
        frame->known |= 1u << column;
        if (frame->steps[column].kind == MZ_STEP_RETURNS)
            push(b, column);
    }
}

/* Gives up frames all of whose steps are known. True: none is left. */
static bool pop(struct build *b, enum mz_sequential_failure *failure)
{
    while (unknown(b, &b->frames[b->depth]) == b->columns->count) {
        struct frame *above = &b->frames[b->depth];
        uint32_t state;

        if (!find_state(b, above, &state)) {
            *failure = MZ_SEQUENTIAL_TOO_MANY;
            return true;
        }
        if (!b->depth) {
            b->s->first = state;
            return true;
        }
        b->depth--;
        b->frames[b->depth].steps[b->frames[b->depth].chosen].next = state;
    }
    return false;
}

static enum mz_sequential_failure explore(struct build *b)
{
    enum mz_sequential_failure failure = MZ_SEQUENTIAL_DONE;
    bool is_same;

    do {
        b->code->begin(b->code);
        is_same = repeat(b);
        if (is_same)
            go_on(b);
        b->code->end(b->code);
        if (!is_same)
            return MZ_SEQUENTIAL_NOT_THE_SAME;
    } while (!pop(b, &failure));
    return failure;
}

/* What was found, to where it stays. */
static void keep(struct mz_sequential *s, struct mz_arena *arena)
{
    size_t states = s->state_count;
    uint64_t *progress = mz_arena_take(arena, states * sizeof *progress);
    struct mz_sequential_step *steps =
        mz_arena_take(arena, states * s->columns * sizeof *steps);

    s->progress = mz_copy(progress, s->progress, states * sizeof *progress);
    s->steps = mz_copy(steps, s->steps, states * s->columns * sizeof *steps);
}

enum mz_sequential_failure mz_sequential_build(struct mz_sequential *s,
                                               const struct mz_columns *columns,
                                               struct mz_sequential_code *code,
                                               struct mz_arena *arena,
                                               struct mz_arena *scratch)
{
    size_t used = scratch->used;
    struct build *b;
    enum mz_sequential_failure failure;

    if (mz_sequential_orders(columns, MOST_ORDERS) == MOST_ORDERS)
        return MZ_SEQUENTIAL_TOO_MANY;
    *s = (struct mz_sequential){.columns = columns->count};
    b = mz_arena_take(scratch, sizeof *b);
    *b = (struct build){.s = s, .columns = columns, .code = code};
    b->buckets = mz_arena_take(scratch, BUCKETS * sizeof *b->buckets);
    s->progress =
        mz_arena_take(scratch, MZ_MOST_SEQUENTIAL_STATES * sizeof *s->progress);
    s->steps = mz_arena_take(scratch, MZ_MOST_SEQUENTIAL_STATES * s->columns *
                                          sizeof *s->steps);
    failure = explore(b);
    if (failure == MZ_SEQUENTIAL_DONE)
        keep(s, arena);
    mz_fill(b->buckets, 0, BUCKETS * sizeof *b->buckets);
    scratch->used = used;
    return failure;
}

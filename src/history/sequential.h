/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the calls of some columns return in each order in which they may come
 * one after the other: an automaton. It is found by running each order once,
 * from the beginning; so whoever has the sequential code need not be able to
 * copy, compare or undo its states. Two states after which the same can come
 * are one.
 */
#ifndef MZ_HISTORY_SEQUENTIAL_H
#define MZ_HISTORY_SEQUENTIAL_H

#include "history/columns.h"

enum { MZ_MOST_SEQUENTIAL_STATES = 1 << 16 };

enum mz_step_kind {
    MZ_STEP_ENDED, /* the column has no more calls */
    MZ_STEP_RETURNS,
    MZ_STEP_BLOCKS, /* the next call waits: others have to come first */
};

/* The next call of a column, in some state. */
struct mz_sequential_step {
    int64_t result;
    uint32_t next; /* the state after it */
    uint32_t kind; /* enum mz_step_kind */
};

/* Flat; states are numbered from 0. */
struct mz_sequential {
    uint32_t columns;
    uint32_t state_count;
    uint32_t first;                   /* state */
    uint64_t *progress;               /* [state]: a byte a column: calls that
                                           have been made */
    struct mz_sequential_step *steps; /* [state][column] */
};

static inline const struct mz_sequential_step *mz_sequential_step(
    const struct mz_sequential *s, uint32_t state, uint32_t column)
{
    return &s->steps[(size_t)state * s->columns + column];
}

static inline uint32_t mz_sequential_made(const struct mz_sequential *s,
                                          uint32_t state, uint32_t column)
{
    return s->progress[state] >> 8 * column & 0xff;
}

/* The sequential code. */
struct mz_sequential_code {
    void (*begin)(struct mz_sequential_code *);
    /* Makes a call, its result to *result; false: it would wait, and has
     * changed nothing. */
    bool (*call)(struct mz_sequential_code *, const struct mz_object_call *,
                 int64_t *result);
    void (*end)(struct mz_sequential_code *);
};

enum mz_sequential_failure {
    MZ_SEQUENTIAL_DONE,
    MZ_SEQUENTIAL_TOO_MANY,     /* orders, or states */
    MZ_SEQUENTIAL_NOT_THE_SAME, /* calls in the same order return another
                                    result the next time */
};

/* In how many orders the calls may come; `most` and more: that many. */
uint64_t mz_sequential_orders(const struct mz_columns *, uint64_t most);

/* States and steps are taken from the arena, what is needed meanwhile from
 * `scratch`, which is given back. */
enum mz_sequential_failure mz_sequential_build(struct mz_sequential *,
                                               const struct mz_columns *,
                                               struct mz_sequential_code *,
                                               struct mz_arena *,
                                               struct mz_arena *scratch);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which thread calls what: a column of calls for each thread, and all the ways
 * to fill such columns from a menu of operations.
 *
 * Ways that differ only in which thread has which column are one, except for
 * threads that have operations of their own. An argument may be data, which the
 * object keeps and gives back, but never looks at: then one choice stands for
 * all, and each call has a value of its own.
 */
#ifndef MZ_HISTORY_COLUMNS_H
#define MZ_HISTORY_COLUMNS_H

#include "base/arena.h"
#include "base/random.h"

enum {
    MZ_MAX_COLUMNS = 8,
    MZ_MAX_CALLS = 24, /* in all columns, a bit of 32 each */
    MZ_MAX_ARGUMENTS = 2,
    MZ_MAX_OPERATIONS = 16,
    MZ_MOST_SCENARIOS = 1 << 16, /* ways to fill them */
};

struct mz_menu_range {
    long from, to;
    bool is_data; /* 1 and on, for the calls from first to last */
};

struct mz_menu {
    uint32_t count; /* operations */
    struct {
        uint32_t arity;
        uint32_t thread; /* from 1: it alone may call; 0: each may */
        struct mz_menu_range ranges[MZ_MAX_ARGUMENTS];
    } operations[MZ_MAX_OPERATIONS];
};

struct mz_object_call {
    uint32_t operation;
    long arguments[MZ_MAX_ARGUMENTS];
};

/* Calls are numbered column after column. */
struct mz_columns {
    uint32_t count;
    uint32_t call_count;
    uint32_t begin[MZ_MAX_COLUMNS + 1]; /* [column]: its first call */
    struct mz_object_call calls[MZ_MAX_CALLS];
};

static inline uint32_t mz_columns_length(const struct mz_columns *columns,
                                         uint32_t column)
{
    return columns->begin[column + 1] - columns->begin[column];
}

static inline uint32_t mz_columns_of(const struct mz_columns *columns,
                                     uint32_t call)
{
    uint32_t column = 0;

    while (call >= columns->begin[column + 1])
        column++;
    return column;
}

/* In how many ways a call of that column can be filled in; UINT32_MAX: in too
 * many. */
uint32_t mz_menu_choices(const struct mz_menu *, uint32_t column);

/*
 * All columns of `threads` threads with 1 to `length` calls each, those with
 * few calls first. Returns how many there are, or some number above 2 * room,
 * and writes those for which there is room; none, if `all` is NULL.
 */
uint64_t mz_columns_enumerate(const struct mz_menu *, uint32_t threads,
                              uint32_t length, struct mz_columns *,
                              size_t room);

/* Draws one, of `length` calls each. */
void mz_columns_draw(const struct mz_menu *, uint32_t threads, uint32_t length,
                     struct mz_random *, struct mz_columns *);

#endif

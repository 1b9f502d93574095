/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls as they are told: which thread called what, what came of it, and why no
 * order of them explains that. Flat, since it lies in the region; sentences are
 * the report's.
 */
#ifndef MZ_HISTORY_TOLD_H
#define MZ_HISTORY_TOLD_H

#include "history/record.h"

enum {
    MZ_CALL_NAME = 48,
    MZ_MAX_BROKEN = 4,
};

/* A line of the report, which whoever adds up several reports reads again: how
 * many scenarios were drawn, how many of these were run, and in how many
 * executions (unsigned long). */
#define MZ_DRAWN_NOTE "note: %u scenarios were drawn, %u of which were run, in "
#define MZ_DRAWN_FORMAT MZ_DRAWN_NOTE "%lu executions\n"

struct mz_told_call {
    char name[MZ_CALL_NAME];
    int64_t arguments[MZ_MAX_ARGUMENTS];
    int64_t result;
    uint8_t argument_count;
    uint8_t column;
    uint8_t state; /* enum mz_call_state */
    uint8_t unused[5];
};

enum mz_told_why {
    MZ_WHY_UNTOLD,
    MZ_WHY_TIME,   /* `order` explains it; but of each of the broken pairs the
                      call that comes later in it had ended before the other
                      began */
    MZ_WHY_RESULT, /* not even such an order does. The longest that begins to is
                      `order`, after which `wrong` would have another result */
    MZ_WHY_WAITS,  /* after `order`, which explains the others, `wrong` would
                      not wait */
    MZ_WHYS
};

struct mz_told_calls {
    uint32_t count;
    uint32_t columns;
    uint16_t threads[MZ_MAX_COLUMNS];        /* of the execution */
    struct mz_told_call calls[MZ_MAX_CALLS]; /* column after column */
    uint8_t why;                             /* enum mz_told_why */
    uint8_t by_threads; /* no order in time was asked for, but in each thread */
    uint8_t order_count;
    uint8_t order[MZ_MAX_CALLS];
    uint8_t broken_count;
    uint8_t ended[MZ_MAX_BROKEN]; /* [pair]: this call had ended ... */
    uint8_t began[MZ_MAX_BROKEN]; /* ... before this one began */
    uint8_t wrong;
    uint8_t would_wait; /* there it would wait; */
    int64_t would;      /* if not, that would be its result */
};

#endif

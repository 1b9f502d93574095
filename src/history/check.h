/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether what calls have returned is explained by some order of them, one
 * after the other, that keeps to the order they had in time: linearizability
 * [HW90], looked for as in [WG93], with sets of states in place of a search.
 *
 * All orders in time that the record leaves open are tried. Of these the calls
 * may be taken that begin as late and end as early as they can, which leaves
 * the fewest orders to explain them by. So such an order is a sequence of ends:
 * before each, those calls begin that must have.
 *
 * A call that returned has its place before its end. One that is pending may
 * have one, and one that waits for ever has none: it is explained if the
 * sequential code waits there, too, after all the others.
 */
#ifndef MZ_HISTORY_CHECK_H
#define MZ_HISTORY_CHECK_H

#include "history/record.h"
#include "history/sequential.h"

enum { MZ_HISTORY_SCRATCH = 6 << 20 }; /* bytes; few of them are touched */

enum mz_history_verdict {
    MZ_HISTORY_EXPLAINED,
    MZ_HISTORY_NOT_EXPLAINED, /* the results */
    MZ_HISTORY_WAITS,         /* a call waits that would not */
    MZ_HISTORY_TOO_LARGE,     /* not known, for lack of room */
};

/* The ends of calls, in an order in time that nothing explains: up to the first
 * that cannot be. */
struct mz_history_witness {
    uint32_t count;
    uint8_t ends[MZ_MAX_CALLS];
};

/* `scratch` is given back. The witness, unless NULL, is written where the
 * verdict is another than explained. */
enum mz_history_verdict mz_history_check(const struct mz_sequential *,
                                         const struct mz_columns *,
                                         const struct mz_record *,
                                         struct mz_arena *scratch,
                                         struct mz_history_witness *);

#endif

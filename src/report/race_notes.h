/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What else is to be known of a data race: the locks that its two threads held,
 * bit-fields that share bytes, and an atomic variable whose memory order is too
 * weak to order the two accesses. And that it, or a deadlock, is the library's
 * fault.
 */
#ifndef MZ_REPORT_RACE_NOTES_H
#define MZ_REPORT_RACE_NOTES_H

#include "report/narrator.h"

/* Where a note names two steps: which note it is, from 0; the bytes of it in
 * which it does; their numbers. Length 0: none does. */
struct mz_named_steps {
    unsigned note;
    size_t at, length;
    uint64_t first, second;
};

/* As far as the account tells: of its own finding. A line each, from malloc.
 * NULL: it is neither, or there is no memory. */
char *mz_race_notes(const struct mz_narrator *, const struct mz_finding *,
                    const char *object, struct mz_named_steps *);

#endif

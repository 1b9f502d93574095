/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records that were explained before: most executions have the calls return
 * what others had them return, in the same order. Compared is all of a record,
 * no hash of it.
 */
#ifndef MZ_HISTORY_SEEN_H
#define MZ_HISTORY_SEEN_H

#include "history/record.h"

struct mz_history_seen {
    uint32_t *buckets; /* where a record begins in `words`, plus one */
    uint64_t *words;
    uint32_t word_count;
};

/* Takes some megabytes of address space. */
void mz_history_seen_init(struct mz_history_seen *, struct mz_arena *);

/* Has it been added before? If not, it can be, at `place`. `columns`: their
 * number, whose calls the record is of. */
bool mz_history_seen_has(const struct mz_history_seen *, uint32_t columns,
                         const struct mz_record *, uint32_t *place);

/* Right after that. It is left out when there is no more room. */
void mz_history_seen_add(struct mz_history_seen *, uint32_t columns,
                         const struct mz_record *, uint32_t place);

#endif

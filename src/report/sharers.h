/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who shares what a thread waits for in vain: those that hold a reader-writer
 * lock for reading, or that have taken a semaphore and not given it back.
 */
#ifndef MZ_REPORT_SHARERS_H
#define MZ_REPORT_SHARERS_H

#include "report/narrator.h"

enum { MZ_MAX_SHARERS = 16 };

struct mz_sharers {
    unsigned count;
    uint32_t steps[MZ_MAX_SHARERS]; /* of the account, in which they took it */
};

/* Empty for what one thread alone can hold, for what a writer holds, for a
 * semaphore by which threads tell one another something (one has posted that
 * had not taken it), and where steps are left out of the account. */
struct mz_sharers mz_sharers_of(const struct mz_account *,
                                const struct mz_blocked_thread *);

/* Who holds a reader-writer lock for reading after the first `end` steps. */
struct mz_sharers mz_sharers_readers(const struct mz_account *, uint64_t lock,
                                     uint32_t end);

/* How they have it: `held for reading`, or `taken and not posted`. */
const char *mz_sharers_manner(const struct mz_blocked_thread *);

/* Which locks a thread holds before the step at `end`: those that took them. A
 * lock that was given back by another is not held. */
struct mz_sharers mz_sharers_locks(const struct mz_account *, unsigned thread,
                                   uint32_t end);

/* Whether a step has taken a lock that others may have at the same time. */
bool mz_sharers_is_shared(const struct mz_step *);

#endif

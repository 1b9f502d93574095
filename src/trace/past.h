/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What happens before the point at which a thread stands, found by going back
 * through the execution: for who asks seldom, and while it is being run, when
 * there are no clocks (happens_before.h) yet.
 *
 * Dependence is that of MZ_RELATION_ADD, where accesses have common bytes: each
 * relation has it. So the answer is the same in all executions that are
 * equivalent, whichever relation the search goes by.
 */
#ifndef MZ_TRACE_PAST_H
#define MZ_TRACE_PAST_H

#include "trace/event.h"

struct mz_past {
    uint8_t (*bytes)[MZ_CLASS_COUNT]; /* [object][class]: accessed by events
                                         that were found; 0 between calls */
};

void mz_past_init(struct mz_past *, struct mz_arena *, uint32_t objects);

/* Of these threads, those whose events before position `at` all happen before
 * what thread `t` would do there. */
mz_tset mz_past_has(struct mz_past *, const struct mz_execution *, uint32_t at,
                    mz_tid t, mz_tset asked);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an operation would find in a sequence that was never executed in that
 * order: E'.notdep(e, E), whose events are all recorded.
 *
 * The events of a reversal do what they did, in the same order; so what some
 * bytes hold after them is what the last of them that wrote there left, and
 * that is what the next access in E found. This trusts that no one writes there
 * unseen: in a program without data races, no one does between e and e'.
 */
#ifndef MZ_TRACE_OUTCOME_H
#define MZ_TRACE_OUTCOME_H

#include "trace/reversal.h"

/* Foresees the kind of e' after E'.notdep(e, E). False: it is disabled there.
 * An await counts as enabled: see below. */
bool mz_outcome_foresee(struct mz_reversal *);

/* Is the await e' enabled after E'.u, or, with e, after E'.e.u? */
bool mz_outcome_awaited(const struct mz_reversal *, bool with_e);

#endif

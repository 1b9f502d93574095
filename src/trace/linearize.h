/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Another order of the same trace, for people: one thread goes on for as long
 * as happens-before lets it, and what has nothing to do with the end is left
 * out.
 */
#ifndef MZ_TRACE_LINEARIZE_H
#define MZ_TRACE_LINEARIZE_H

#include "trace/happens_before.h"

/*
 * Writes the positions of the events that happen before, or are, the last event
 * of a thread in `threads`, in an order with few context switches: at most as
 * many as there were. `order` has room for execution->length. Returns their
 * number.
 */
uint32_t mz_linearize(const struct mz_happens_before *,
                      const struct mz_execution *, mz_tset threads,
                      uint32_t *order);

/*
 * Writes all events of the execution in an order in which these come one after
 * the other, as happens-before must allow, and everything else as late as it
 * can. MZ_NONE among them is passed over. Returns the number of events.
 */
uint32_t mz_linearize_by(const struct mz_happens_before *,
                         const struct mz_execution *, const uint32_t *events,
                         uint32_t count, uint32_t *order);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Objects that others use only after a thread has gone round about them for
 * long. Does such a thread wait? While it goes round nobody can say; once the
 * execution is over it is known whether somebody has used the object at last,
 * and the next execution is told.
 */
#ifndef MZ_RUNTIME_USED_LATER_H
#define MZ_RUNTIME_USED_LATER_H

#include "trace/event.h"

/* The thread goes round about this object. Has another one used it, before in
 * this execution, or in the end of an earlier one? If not it is remembered, if
 * it is one of the first few. */
bool mz_used_later_or_before(mz_tid, uint32_t object);

/* The thread reads these bytes, plainly, as it goes round. Have they been
 * changed by the end of an earlier execution since such a round? If not they
 * are remembered, too. */
bool mz_used_later_changes(uint64_t granule, uint8_t mask);

/* The execution is over. */
void mz_used_later_end(void);

#endif

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

/* The thread goes round about this object, which nobody else has used so far in
 * this execution. Of many such objects the first few are looked at. */
void mz_used_later_expect(mz_tid, uint32_t object);

/* Has somebody else used it in the end, in an earlier execution? */
bool mz_used_later_is(uint32_t object);

/* The execution is over. */
void mz_used_later_end(void);

#endif

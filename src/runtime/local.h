/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Local operations (op/op.h), and the assumption that is false: what a thread
 * stands at that is about no object. A join is executed as soon as the thread
 * has ended, a begin or a choice at once; no other order is explored.
 */
#ifndef MZ_RUNTIME_LOCAL_H
#define MZ_RUNTIME_LOCAL_H

#include "op/order.h"
#include "op/thread.h"

/* The running thread has the number of one that was joined, and begins. */
void mz_local_begin(mz_tid creator);

/* Returns when that thread has ended. */
void mz_local_join(mz_tid target, uint64_t pc);

/* A fence, where memory is weak. */
void mz_local_fence(enum mz_order);

/* A number below `bound`; each is explored. */
uint32_t mz_local_choice(uint32_t bound);

/* The same; but the last number is to put something off. A round of a loop that
 * waits may have that. */
uint32_t mz_local_choice_or_later(uint32_t bound);

/* The thread stands at a false assumption, for ever. */
_Noreturn void mz_local_stick(void);

/* The thread is stopped, for ever, before the operation that it has come to. */
_Noreturn void mz_local_stop(uint64_t pc);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Accesses by libc that have not been announced yet: how much a call reads or
 * writes is often known only when it returns. What nobody has announced when
 * the program goes on is told.
 */
#ifndef MZ_RUNTIME_PENDING_H
#define MZ_RUNTIME_PENDING_H

#include "runtime/announced.h"

void mz_pending_begin(void);

/* By the running thread, whose stack pointer this was. True: it is the first
 * one of this instruction, and `*item` is to be filled in. */
bool mz_pending_add(const struct mz_touch *, uint64_t sp,
                    struct mz_unseen **item);

/* The running thread has announced something on behalf of a call. */
void mz_pending_settle(void);

/* The running thread is in this frame of the program: the calls below have
 * returned. UINT64_MAX: all calls of all threads have. */
void mz_pending_tell(uint64_t frame);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Semaphores, as those with a name (semaphore_named.c) are made of them.
 */
#ifndef MZ_RUNTIME_SEMAPHORE_H
#define MZ_RUNTIME_SEMAPHORE_H

#include <semaphore.h>

#include "base/base.h"

/* Makes one with this count in memory that nobody uses. */
void mz_semaphore_make(sem_t *, unsigned count);

/* Nobody is to use it any more; fails if a thread waits for it. Its count. */
unsigned mz_semaphore_close(sem_t *, uint64_t pc);

#endif

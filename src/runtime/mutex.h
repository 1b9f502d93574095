/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mutexes: normal, recursive and error-checking. Their state lies in the
 * pthread_mutex_t of the program, where glibc keeps its own, so that rollback
 * restores it and static initialisers work.
 */
#ifndef MZ_RUNTIME_MUTEX_H
#define MZ_RUNTIME_MUTEX_H

#include "runtime/runtime.h"

/* Nobody holds the mutex at this address. */
bool mz_mutex_is_free(uint64_t address);

/* Who holds it, or MZ_NO_THREAD. */
mz_tid mz_mutex_holder(uint64_t address);

#endif

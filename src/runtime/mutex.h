/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a wait for a condition variable does to its mutex (mutex.c).
 */
#ifndef MZ_RUNTIME_MUTEX_H
#define MZ_RUNTIME_MUTEX_H

#include <pthread.h>

#include "runtime/visible.h"

/* Before the wait: 0, or the error that the call returns, EPERM. Fails where
 * the thread must hold the mutex, and does not. */
int mz_mutex_check_wait(pthread_mutex_t *, uint64_t pc);

/* Gives the mutex back, which the thread holds. */
void mz_mutex_give(pthread_mutex_t *, uint64_t pc);

/* Takes it again; what pthread_mutex_lock would return. */
int mz_mutex_take(pthread_mutex_t *, uint64_t pc);

#endif

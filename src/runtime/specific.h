/* SPDX-License-Identifier: Apache-2.0 */
/* Thread-specific data. */
#ifndef MZ_RUNTIME_SPECIFIC_H
#define MZ_RUNTIME_SPECIFIC_H

#include "runtime/runtime.h"

/* The process comes to be supervised, before main or at a call of mz_check:
 * keys of before, and what the running thread has under them, become ours. */
void mz_specific_take_over(void);

/* The running thread ends: what it has is destroyed, again and again as long as
 * destructors leave something, as often as POSIX asks for. */
void mz_specific_destroy(void);

/* Where the values of a thread lie. */
void mz_specific_values(mz_tid, void (*take)(uint64_t from, uint64_t to));

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* A reader-writer lock by hand, whose last reader wakes up readers. */
#define BROKEN
#include "futex_bitset_rwlock.c"

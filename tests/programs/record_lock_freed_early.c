/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* The bytes that both lock are unlocked before the work is done. */
#define UNLOCKED 0, 10 /* 10 to 14 stay */
#include "record_lock_overlap.c"

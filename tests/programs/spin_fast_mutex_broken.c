/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: error
 * error: data-race
 */
/* Lamport's fast mutex without the wait for those who may still be on their way:
 * two come in. */
#define BROKEN
#include "spin_fast_mutex.c"

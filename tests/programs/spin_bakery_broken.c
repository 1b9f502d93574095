/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: error
 * error: data-race
 */
/* Lamport's bakery without the flags that say who is about to choose: a number
 * may be told too late. */
#define BROKEN
#include "spin_bakery.c"

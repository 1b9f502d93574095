/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: error
 * error: data-race
 */
/* Peterson's lock, with its first two steps exchanged: both may come to think
 * that it is their turn. */
#define BROKEN
#include "spin_peterson.c"

/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: error
 * error: deadlock
 */
/* Szymanski's lock, where nobody waits for those with a lower number. */
#define BROKEN
#include "spin_szymanski.c"

/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: error
 * error: deadlock
 */
/* Dekker's lock, whose holder forgets to pass the turn on: who has given way
 * waits for ever. */
#define BROKEN
#include "spin_dekker.c"

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* There are fewer slots than threads: two threads spin on one slot, and both
 * enter. */
#define BROKEN
#include "classic_anderson.c"

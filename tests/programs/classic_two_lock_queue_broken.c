/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* The node that was taken is freed, though it is the new dummy. */
#define BROKEN
#include "classic_two_lock_queue.c"

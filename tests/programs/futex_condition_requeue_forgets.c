/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* A condition variable by hand, which moves who waits to its mutex, and does not
 * say there that somebody sleeps. */
#define BROKEN
#include "futex_condition_requeue.c"

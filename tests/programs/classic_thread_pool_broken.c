/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* The end is told to one worker; the other waits for ever. */
#define BROKEN
#include "classic_thread_pool.c"

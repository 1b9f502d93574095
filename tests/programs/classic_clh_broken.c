/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* A thread uses its own node again, not that of its predecessor: it may lock
 * what its successor is still looking at, and wait for that, which waits for it. */
#define BROKEN
#include "classic_clh.c"

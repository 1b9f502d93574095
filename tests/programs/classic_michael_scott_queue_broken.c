/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* To see that a node is the last and to put another behind it are two steps: one
 * of two is lost. */
#define BROKEN
#include "classic_michael_scott_queue.c"

/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: error
 * error: deadlock
 */
/* The queue lock of Mellor-Crummey and Scott: each waits at a node of its own
 * for the one before it. It says that it waits after it has told that: the word
 * to go on may come in between, and is lost. */
#define BROKEN
#include "spin_mcs.c"

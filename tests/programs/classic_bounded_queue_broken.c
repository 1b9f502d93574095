/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A cell is given away before its value is written. */
#define BROKEN
#include "classic_bounded_queue.c"

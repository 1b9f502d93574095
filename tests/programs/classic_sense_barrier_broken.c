/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* The count is set back after the others go on, who may have come again: they
 * are not counted. */
#define BROKEN
#include "classic_sense_barrier.c"

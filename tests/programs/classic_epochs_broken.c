/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* What was replaced in an epoch is freed at its end: those that have announced
 * it may still read. */
#define BROKEN
#include "classic_epochs.c"

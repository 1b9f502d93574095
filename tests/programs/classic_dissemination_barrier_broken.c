/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* One round is left out: of three threads one is not waited for. */
#define BROKEN
#include "classic_dissemination_barrier.c"

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
#define PUBLISHES_FIRST
#include "library_ring.c"

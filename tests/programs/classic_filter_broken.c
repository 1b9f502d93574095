/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* One level is left out: two threads enter. */
#define BROKEN
#include "classic_filter.c"

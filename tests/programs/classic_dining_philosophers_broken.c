/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* All take their left fork first. */
#define BROKEN
#include "classic_dining_philosophers.c"

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* Who is sent away is not counted: the barber waits for ever. */
#define BROKEN
#include "classic_sleeping_barber.c"

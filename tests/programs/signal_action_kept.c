/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* The same; the other order is wrong. */
#define EXPECTED 0
#include "signal_action.c"

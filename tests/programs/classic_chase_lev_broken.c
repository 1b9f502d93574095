/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* The owner takes the last task without asking whether it is stolen meanwhile. */
#define BROKEN
#include "classic_chase_lev.c"

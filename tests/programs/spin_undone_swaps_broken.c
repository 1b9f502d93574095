/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * compilers: differ
 */
/* What comes to the other buffer in the midst the logger does not find. */
#define BROKEN
#include "spin_undone_swaps.c"

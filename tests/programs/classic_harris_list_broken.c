/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* A node is unlinked without being marked: one put behind it meanwhile is lost. */
#define BROKEN
#include "classic_harris_list.c"

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* What was found is not looked at again: a node is unlinked from one that is no
 * more in the list. */
#define BROKEN
#include "classic_lazy_list.c"

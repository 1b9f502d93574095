/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
#define FORGETS_THE_TAG
#include "library_stack.c"

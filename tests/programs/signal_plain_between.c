/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: error
 * error: assertion
 */
/* The handler comes between two looks at plain data (signal_plain_unseen.c). */
#include "signal_plain_unseen.c"

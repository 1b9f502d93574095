/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: safe
 */
/* As flock_counter.c. */
#include "flock_counter.c"

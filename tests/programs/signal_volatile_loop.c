/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --volatile=atomic
 * verdict: safe
 */
/* The same with volatile accesses that are seen. */
#include "signal_plain_loop.c"

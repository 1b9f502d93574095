/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: safe
 */
/* As pipe_two_writers.c: to wait and to read are two events here, and another
 * thread may be faster. */
#include "pipe_two_writers.c"

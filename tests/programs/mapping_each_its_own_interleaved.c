/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave --algorithm=source
 * verdict: safe
 * executions: 1
 */
/* What one thread alone uses is private, though it unmaps it. */
#include "mapping_each_its_own.c"

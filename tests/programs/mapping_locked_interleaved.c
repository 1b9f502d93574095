/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave --algorithm=source
 * verdict: safe
 * executions: 2
 */
#include "mapping_locked.c"

/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --algorithm=trust --memory-model=rc11
 * verdict: safe
 * executions: 1
 */
/* Who maps memory of his own is in nobody's way where memory is weak. */
#include "mapping_each_its_own.c"

/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --algorithm=trust --memory-model=rc11
 * verdict: unsupported
 * message: use of a file
 */
/* Whether the memory is gone is ordered, which models of weak memory do not
 * know. */
#include "mapping_locked.c"

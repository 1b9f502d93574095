/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave --algorithm=source
 * verdict: error
 * error: signal
 * message: SIGSEGV
 */
/* The same as mapping_unmapped.c: the order in which the thread finds the memory
 * gone is explored. */
#include "mapping_unmapped.c"

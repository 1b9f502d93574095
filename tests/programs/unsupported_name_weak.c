/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --algorithm=trust --memory-model=rc11
 * verdict: unsupported
 * message: asking whether a thread has ended, with --memory-model
 */
/* A name for a thread that may have ended by then. */
#include "thread_named_ended.c"

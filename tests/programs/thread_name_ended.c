/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* A thread that has ended has no name, before it is joined. */
#define OUTCOME ENOENT
#include "thread_name_ending.c"

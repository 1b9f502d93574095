/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* The thief looks before it takes, and not after: both take the last task. */
#define BROKEN
#include "classic_work_stealing.c"

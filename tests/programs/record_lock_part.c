/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* The same with a lock of a part. Who comes second comes either before the
 * other unlocks, and takes a seat, or after that: two for each who is first. */
#define FIRST 5
#define LENGTH 2
#include "record_lock_counter.c"

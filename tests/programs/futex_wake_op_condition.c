/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* Nobody is woken up for the lock, since the condition is wrong. */
#define CONDITION FUTEX_OP_CMP_EQ
#include "futex_wake_op.c"

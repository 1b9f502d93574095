/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* The writer does not wait for those who read. */
#define BROKEN
#include "classic_rcu.c"

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Locks of the process, which all its threads are. */
#define WAITS F_SETLKW
#include "record_lock_counter.c"

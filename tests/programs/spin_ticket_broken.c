/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: error
 * error: deadlock
 */
/* A ticket lock that is given to whoever has the ticket after the next: all wait
 * for ever. */
#define BROKEN
#include "spin_ticket.c"

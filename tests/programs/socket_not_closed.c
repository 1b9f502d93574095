/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* The client waits for an answer, and does not say that it has sent all, which
 * is what the server waits for. */
#define BROKEN
#include "socket_half_closed.c"

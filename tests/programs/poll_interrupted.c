/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* A signal ends poll, whatever the flags of its handler, although the handler
 * has made the descriptor ready. */
#define ONCE
#include "poll_self_pipe.c"

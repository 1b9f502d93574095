/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: unsupported
 * message: waiting for several with --plain=interleave
 */
/* All looks would be one event here, with the memory that poll writes to; so
 * that only the latter one is ready, as it became so in between, would not be
 * seen. */
#include "poll_one_of_two.c"

/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: error
 * error: assertion
 */
/* A sequence lock where who reads does not look whether the writer is at it, only
 * whether it has gone on meanwhile. */
#define BROKEN
#include "spin_seqlock.c"

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* Readers and writers, where writers go first (Courtois, Heymans and Parnas,
 * 1971), with a monitor. */
#define WRITERS_FIRST 1
#include "classic_readers_first.c"

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A reader does not ask whether somebody writes. */
#define BROKEN
#include "classic_writers_first.c"

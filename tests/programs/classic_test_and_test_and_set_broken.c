/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* To test and to set are two steps. */
#define BROKEN
#include "classic_test_and_test_and_set.c"

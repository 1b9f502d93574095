/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
#define TESTS_AND_SETS_APART
#include "library_spinlock.c"

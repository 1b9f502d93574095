/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 */
#define TRUSTS_THE_HEAD
#include "library_hazard.c"

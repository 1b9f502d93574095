/* SPDX-License-Identifier: Apache-2.0 */
/* The same, but nobody takes the lock. */
#define BROKEN
#include "atomic_functions.c"

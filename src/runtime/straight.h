/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The straight execution: each thread goes on as long as it can. By what is
 * done in it a program is known again, where a search goes on that was kept:
 * what had been explored would say nothing of a program that reads another file
 * by now, and does something else.
 */
#ifndef MZ_RUNTIME_STRAIGHT_H
#define MZ_RUNTIME_STRAIGHT_H

#include "runtime/telling.h"

/* Where the search is kept, or was: runs that execution, which is none of those
 * that are counted. The search ends if the program is not what it was. False:
 * it has ended. */
bool mz_straight_compare(struct mz_telling *);

#endif

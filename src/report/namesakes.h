/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Namesakes: objects that the code of a trace calls alike, though they are not
 * the same, as `from->lock` in two threads that were given different accounts.
 * Their names want something that tells them apart.
 */
#ifndef MZ_REPORT_NAMESAKES_H
#define MZ_REPORT_NAMESAKES_H

#include "report/narrator.h"

struct mz_namesakes;

/* Of the heap blocks and local variables of all steps, or of the first ones of
 * a long trace. NULL: none, or no memory. */
struct mz_namesakes *mz_namesakes_find(const struct mz_narrator *);
void mz_namesakes_free(struct mz_namesakes *); /* may be NULL */

bool mz_namesakes_has(const struct mz_namesakes *, const char *name);

#endif

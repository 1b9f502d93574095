/* SPDX-License-Identifier: Apache-2.0 */
/* The interleaving on the page: a lane a thread, a row a step, what memory
 * holds beside it, and buttons to step with. */
#ifndef MZ_REPORT_INTERLEAVING_H
#define MZ_REPORT_INTERLEAVING_H

#include "report/markup.h"

/* 0, or -ENOMEM. */
int mz_put_interleaving(struct mz_page *);

#endif

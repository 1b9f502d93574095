/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Executions that meet the bound on their events are cut, and others are
 * explored. Where the user has named the bound, all of them.
 *
 * Else what meets it is most likely a loop that does not end in some order of
 * the threads, of as many lengths as there may be events. So the search begins
 * anew with a small bound: an error that shows early in some other order is
 * found, and soon it is over.
 */
#ifndef MZ_CLI_CUT_H
#define MZ_CLI_CUT_H

#include "region/region.h"

/* Of settings whose max_events is known; has the user named it? */
void mz_cut_begin(struct mz_settings *, bool is_given);

/* A bound that nobody has named was met: again, with a small one. False: it is
 * small, or was named. */
bool mz_cut_begin_anew(struct mz_settings *);

#endif

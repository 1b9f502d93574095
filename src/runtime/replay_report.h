/* SPDX-License-Identifier: Apache-2.0 */
/* What a report tells, run again: with its output, and for a debugger. */
#ifndef MZ_RUNTIME_REPLAY_REPORT_H
#define MZ_RUNTIME_REPLAY_REPORT_H

#include "runtime/telling.h"

/* Follows the plan of the region's account, which the supervisor has taken
 * from the report, and says in the region how it has ended. */
void mz_replay_report(struct mz_telling *);

#endif

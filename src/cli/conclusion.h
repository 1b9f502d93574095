/* SPDX-License-Identifier: Apache-2.0 */
/* From the result of a run to what is told of it: the report, the exit status,
 * and a line on stderr where there is no result. */
#ifndef MZ_CLI_CONCLUSION_H
#define MZ_CLI_CONCLUSION_H

#include "cli/subject.h"
#include "cli/supervise.h"

/* Borrows all of it. Left to be filled in: replay_command, is_replay. */
void mz_conclusion_report(struct mz_report *, const struct mz_request *,
                          const struct mz_subject *, const struct mz_result *,
                          char *const *command_line);

/* Says why there is no result, where there is none. */
void mz_conclusion_excuse(const struct mz_report *);

int mz_conclusion_status(enum mz_verdict);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program that was verified with all its atomics as if they were seq_cst,
 * though some are weaker: some executions more, with the orders as they are
 * written, for those that write weaker orders are seldom done with the others.
 * They are counted, not timed, so that the outcome is the same each time.
 */
#ifndef MZ_CLI_WRITTEN_H
#define MZ_CLI_WRITTEN_H

#include "cli/options.h"
#include "cli/supervise.h"
#include "report/written.h"

struct mz_written {
    struct mz_report_written told;
    struct mz_request options; /* as if the model had been asked for */
    struct mz_arguments command;
};

/*
 * After the search of `run`, which has come to `result`. True: an error was
 * found; `run` and `result` are then those of the executions that were run
 * here, and `options` and `command` of the report belong to them. False: they
 * are as they were.
 */
bool mz_written_look(struct mz_written *, struct mz_run *run,
                     struct mz_result *result, const struct mz_request *,
                     char *const *command);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the report of an error is kept, to be replayed from:
 * ${XDG_STATE_HOME:-$HOME/.local/state}/mazurka/NAME-HASH.json, or in the
 * current folder where that cannot be written. The hash is that of the program,
 * the kind of error and the plan: the same error has the same file.
 */
#ifndef MZ_CLI_ARCHIVE_H
#define MZ_CLI_ARCHIVE_H

#include <limits.h>

#include "report/report.h"

/* True: the report is in the file `path`. False, with a message. */
bool mz_archive_save(const struct mz_report *, char path[PATH_MAX]);

#endif

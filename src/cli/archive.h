/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the report of an error is kept, to be replayed from:
 * ${XDG_STATE_HOME:-$HOME/.local/state}/mazurka/NAME-HASH.json, or in the
 * current folder where that cannot be written. The hash is that of the program,
 * the kind of error and the plan, and of how many errors there are: the same
 * errors have the same file.
 *
 * There they do not stay for ever: see prune.h.
 *
 * Beside them is a link, `.latest` (in the current folder `.mazurka-latest`),
 * to the report that was written last, here or to where the user wanted it.
 */
#ifndef MZ_CLI_ARCHIVE_H
#define MZ_CLI_ARCHIVE_H

#include <limits.h>

#include "report/report.h"

/* True: the report is in the file `path`. False, with a message. */
bool mz_archive_save(const struct mz_report *, char path[PATH_MAX]);

/* That report is the latest one now; nothing depends on it. */
void mz_archive_note_latest(const char *path);

/* False: there was none. */
bool mz_archive_latest(char path[PATH_MAX]);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* What an execution has written (replay --keep-files), copied to where the user
 * wants to have it, by the names that the files had. */
#ifndef MZ_CLI_KEPT_FILES_H
#define MZ_CLI_KEPT_FILES_H

/* Makes the folder, which must be new. A descriptor; -1, with a message. */
int mz_kept_files_open(const char *folder);

/* Copies them there from the folder of the checked process, closes the
 * descriptor, and says how many there are. 0, or the exit status. */
int mz_kept_files_take(int descriptor, const char *folder, const char *from);

#endif

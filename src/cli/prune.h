/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reports that are kept in the state folder are not kept for ever: the
 * oldest go, by when they were written, where there are more than a number of
 * them, or where they are larger together than a size.
 *
 * Never the one that was just written, nor one that is in use: whoever replays
 * a report holds a lock on its file (mz_prune_hold). Other files in the folder
 * are left alone.
 */
#ifndef MZ_CLI_PRUNE_H
#define MZ_CLI_PRUNE_H

enum {
    MZ_MOST_REPORTS = 100,
    MZ_MOST_REPORT_MB = 100, /* together */
};

/* `path`: what was just written there. What cannot be removed stays. */
void mz_prune(const char *folder, const char *path);

/* Until the process ends the report is not removed. */
void mz_prune_hold(const char *path);

#endif

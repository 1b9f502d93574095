/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/view.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/system_call.h"
#include "runtime/checkpoint.h"
#include "runtime/parts.h"
#include "runtime/state.h"

static uint64_t next_number;

uint64_t mz_view_next_number(void)
{
    return next_number++;
}

static bool has_folder(void)
{
    return mz_view_root[0] &&
           !MZ_SYSTEM(faccessat, AT_FDCWD, mz_view_root, F_OK);
}

static void remove_private(const char *name)
{
    static char path[PATH_MAX];

    mz_view_path(name, true, path);
    if (MZ_SYSTEM(unlinkat, AT_FDCWD, path, 0) == -EISDIR)
        mz_view_remove(path);
}

/* Folders on the way to private files stay, since no name leads into them: some
 * file systems take milliseconds to make one, or to remove it. */
static void remove_all(bool names_are_known)
{
    if (names_are_known)
        mz_view_each(false, remove_private);
    else if (has_folder())
        mz_view_remove(mz_view_root);
}

static void begin_anew(bool names_are_known)
{
    remove_all(names_are_known);
    mz_view_forget_names();
    mz_view_renew_inherited();
    mz_view_changes = 0;
}

/* Each process that searches has a folder. One that was killed may have left
 * something in it. */
void mz_view_take(struct mz_arena *arena)
{
    const char *folder = mz_rt.region->settings.folder;

    (void)arena;
    if (!mz_view_is_on())
        return;
    if (folder[0])
        mz_format(mz_view_root, sizeof mz_view_root, "%s/files-%d", folder,
                  (int)(mz_rt.region - mz_rt.common));
    begin_anew(false);
}

/* What a forked execution has done only the folder knows. */
static bool is_forked(void)
{
    return mz_rt.region->settings.isolation == MZ_ISOLATION_FORK;
}

void mz_view_reset(void)
{
    if (!mz_view_is_on())
        return;
    mz_view_forget_mappings();
    next_number = 0;
    if (mz_view_changes || is_forked() || mz_view_inherited_is_changed())
        begin_anew(!is_forked());
}

void mz_view_checkpoint(void)
{
    mz_checkpoint_need(!mz_view_changes && !next_number && !mz_view_names &&
                       !mz_view_has_mappings());
}

static void remove_one(const char *name)
{
    static char path[PATH_MAX];

    mz_view_path(name, true, path);
    if (MZ_SYSTEM(unlinkat, AT_FDCWD, path, 0))
        MZ_SYSTEM(unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
}

/* Files that are kept are the execution's own: those that only stand for others
 * go. */
void mz_view_rollback(void)
{
    if (mz_rt.region->settings.keep_files)
        mz_view_each(true, remove_one);
}

/* A state in which files were changed meanwhile is another. */
void mz_view_fingerprint(struct mz_fingerprint *f)
{
    mz_state_add_word(f, mz_view_changes);
}

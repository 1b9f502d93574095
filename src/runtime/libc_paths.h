/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What calls do with the files that their paths name, before they do it: the
 * path in the call becomes that of the private file, where there is one, or is
 * to be one (view.h).
 */
#ifndef MZ_RUNTIME_LIBC_PATHS_H
#define MZ_RUNTIME_LIBC_PATHS_H

#include "runtime/libc_forward.h"

/* What is done with a path. `extra` is an argument that says more. */
enum mz_path_use {
    MZ_PATH_FOLLOWS,      /* looks at the file; extra: AT_SYMLINK_NOFOLLOW */
    MZ_PATH_LINK,         /* looks at the link itself, if it is one */
    MZ_PATH_LISTS,        /* reads a folder */
    MZ_PATH_SEARCHES,     /* reads folders, within libc */
    MZ_PATH_ENTERS,       /* makes it the working folder */
    MZ_PATH_OPENS,        /* extra: flags */
    MZ_PATH_OPENS_STREAM, /* extra: mode */
    MZ_PATH_CREATES,      /* opens as creat does */
    MZ_PATH_CHANGES,      /* extra: AT_SYMLINK_NOFOLLOW */
    MZ_PATH_CHANGES_LINK,
    MZ_PATH_MAKES,        /* something that is not there yet */
    MZ_PATH_MAKES_FOLDER,
    MZ_PATH_REMOVES,
    MZ_PATH_REMOVES_FOLDER,
    MZ_PATH_REMOVES_ANY,
    MZ_PATH_REMOVES_AT,   /* extra: AT_REMOVEDIR */
    MZ_PATH_RENAMES,      /* the other one follows; extra: flags */
    MZ_PATH_LINKS,        /* the other one follows; extra: AT_SYMLINK_FOLLOW */
};

enum { MZ_PATH_NONE = 15 }; /* no argument: no folder, nothing extra */

/* `path`, `folder` and `extra` are numbers of arguments; of a second path,
 * those that follow `path` and `folder`. */
void mz_path_before(struct mz_call *, const struct mz_forward *,
                    enum mz_path_use, unsigned path, unsigned folder,
                    unsigned extra);

/* Before all that: the turn of the call, among others that are about names of
 * files, or about the same file. `opens`: it gets a descriptor. */
void mz_path_turn(const struct mz_call *, enum mz_path_use, bool opens,
                  unsigned path, unsigned folder, unsigned extra);

/* The call changes a file by a descriptor that need not be open for writing. */
void mz_path_before_change(int descriptor, const char *name);

/* The call reads a folder by a descriptor, perhaps opened before files in it
 * were changed: from its start, or again. */
void mz_path_before_list(int descriptor, const char *name, bool from_start);

/* The call makes what a descriptor is open on the working folder. */
void mz_path_before_enter(int descriptor, const char *name);

/* A file that is to be opened, as open does it, and the path that it has. */
const char *mz_path_to_open(const char *path, uint64_t flags);

#endif

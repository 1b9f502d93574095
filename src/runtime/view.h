/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The private view of files. What an execution creates, writes, renames or
 * removes happens in a folder of the process that searches, and that folder is
 * emptied before the next execution: docs/runtime.md. Nothing outside of it is
 * ever changed.
 *
 *   name   of a file as the program sees it: absolute, no symbolic link, no dot
 *   path   where the file of that name is: the same, or below the folder
 *
 * A table says which names are private (view_names.c); a path of the program is
 * followed through it (view_paths.c); a file that is to be changed is copied
 * (view_copies.c), and who has it open gets the copy (view_descriptors.c).
 * libc_paths.c has the calls of the program that all of this is for.
 *
 * No other thread runs meanwhile, so buffers are static. The table is empty as
 * long as nothing has been changed, and then nobody comes here.
 */
#ifndef MZ_RUNTIME_VIEW_H
#define MZ_RUNTIME_VIEW_H

#include <limits.h>
#include <sys/stat.h>

#include "runtime/runtime.h"

/* Files are private (without --share-files). */
static inline bool mz_view_is_on(void)
{
    return !mz_rt.region->settings.share_files;
}

/* ---- names (view_names.c) ------------------------------------------------ */

enum mz_view_kind {
    MZ_VIEW_REAL,    /* as it is outside: in a folder that is whole */
    MZ_VIEW_PRIVATE, /* here, or nowhere */
    MZ_VIEW_WHOLE,   /* a folder, and what is in it is here, or nowhere; but for
                        names that are real */
};

/* How many names the table has. */
extern unsigned mz_view_names;

bool mz_view_is_private(const char *name);
bool mz_view_has(const char *name); /* in the table itself */
void mz_view_set(const char *name, enum mz_view_kind);

/* Is something in this folder private? Is something below it real? */
bool mz_view_has_private_in(const char *folder);
bool mz_view_has_real_below(const char *folder);

/* The names that are real, or those that are not; the last one first. */
void mz_view_each(bool real, void (*take)(const char *name));
void mz_view_forget_names(void);

/* ---- paths (view_paths.c) ------------------------------------------------ */

struct mz_view_place {
    char name[PATH_MAX];
    char path[PATH_MAX];
    struct stat status; /* st_mode is 0: there is nothing */
    bool is_private;
    bool is_wrong; /* the kernel says of `path` what it would say of a path that
                      leads nowhere */
};

/* Follows a path, from a folder (a descriptor, AT_FDCWD). False: it is not
 * looked at, since it is empty, or leads into /proc. */
bool mz_view_find(struct mz_view_place *, int folder, const char *path,
                  bool follows_last);

/* The same of a name, which may have become private. */
void mz_view_look(struct mz_view_place *);

/* The name of what a descriptor is open on; false: it has none. */
bool mz_view_name_of(int descriptor, char name[PATH_MAX], bool *is_private);

void mz_view_path(const char *name, bool is_private, char path[PATH_MAX]);
void mz_view_join(char to[PATH_MAX], const char *folder, const char *name);
size_t mz_view_folder_of(const char *name); /* its length */

/* ---- copies (view_copies.c) ---------------------------------------------- */

/* Where private files are; empty: there is no folder for them. */
extern char mz_view_root[PATH_MAX];

/* How often something was changed in this execution. */
extern uint64_t mz_view_changes;

/* The name is private from now on, and nothing is there. */
void mz_view_make_private(struct mz_view_place *);

/* Nothing is there, and something will be: it will be private. These do nothing
 * where the program may not: the kernel will refuse it, too. */
void mz_view_prepare(struct mz_view_place *);

/* Something is there and will be changed: it becomes private. */
enum mz_view_content { MZ_VIEW_COPIED, MZ_VIEW_EMPTY };
void mz_view_change(struct mz_view_place *, enum mz_view_content);

/* Something that is no folder will be removed, or replaced. */
void mz_view_discard(struct mz_view_place *);

/* A folder: all in it is to be seen in the private one. */
void mz_view_complete(struct mz_view_place *);

/* May the program create and remove files in the folder where this is? */
bool mz_view_may_change_folder_of(const struct mz_view_place *);

/* Copies a file that is open to a new one; that one is open for writing. */
long mz_view_copy_content(int from, const char *to, const struct stat *);

/* Removes a folder with all that is in it. */
void mz_view_remove(const char *path);

/* The number of a temporary file, from 0 on in each execution. */
uint64_t mz_view_next_number(void);

/* ---- descriptors and mappings (view_descriptors.c) ----------------------- */

/* Descriptors of this file are from now on of the one at `path`. */
void mz_view_reopen(const struct stat *, const char *path);

/* Before main: a descriptor that is open for writing, on a regular file. */
void mz_view_inherit(int descriptor);

/* What these write to is private in this process; copies are made again if they
 * have been written to. */
bool mz_view_inherited_is_changed(void);
void mz_view_renew_inherited(void);

/* A shared mapping of a file: it could not be told apart later. */
void mz_view_note_mapping(int descriptor);
bool mz_view_is_mapped(const struct stat *);
void mz_view_forget_mappings(void);
bool mz_view_has_mappings(void);

#endif

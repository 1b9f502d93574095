/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How files become private. The folder of private files holds them by their
 * names: /tmp/log is at FOLDER/tmp/log. In folders on the way, other files are
 * not; only when a folder is read, removed or renamed it is made whole: for
 * each file that is real an empty one of the same type stands there, which
 * nobody opens, since its name is known to be real.
 */
#define _GNU_SOURCE
#include "runtime/view.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/system_call.h"
#include "base/text.h"

enum { MOST_BYTES = 64 << 20, FOLDER_RIGHTS = 0700 };

char mz_view_root[PATH_MAX];
uint64_t mz_view_changes;

/* ---- refusals ------------------------------------------------------------ */

static _Noreturn void refuse(const struct mz_view_place *p,
                             enum mz_gap_kind why)
{
    mz_unsupported_name(why, p->name);
}

static _Noreturn void cannot(const char *what, const char *path, long error)
{
    mz_give_up("cannot %s %s: error %d; set TMPDIR to another folder, or let "
               "--share-files change files for good",
               what, path, (int)-error);
}

/* ---- rights -------------------------------------------------------------- */

static bool may(const char *path, int how)
{
    return !MZ_SYSTEM(faccessat, AT_FDCWD, path, how);
}

/* The copy is ours: the kernel may allow more there. */
static bool may_change(const struct mz_view_place *p)
{
    return p->status.st_uid == (uint32_t)MZ_SYSTEM(geteuid) ||
           may(p->path, W_OK);
}

/* In a folder like /tmp only who owns a file may remove it. */
static bool may_remove(const struct mz_view_place *p, const struct stat *folder)
{
    uint32_t user = MZ_SYSTEM(geteuid);

    return !(folder->st_mode & S_ISVTX) || !user || !p->status.st_mode ||
           p->status.st_uid == user || folder->st_uid == user;
}

bool mz_view_may_change_folder_of(const struct mz_view_place *p)
{
    static struct mz_view_place folder;

    mz_copy(folder.name, p->name, mz_text_length(p->name) + 1);
    folder.name[mz_view_folder_of(p->name)] = '\0';
    mz_view_look(&folder);
    return S_ISDIR(folder.status.st_mode) && may(folder.path, W_OK | X_OK) &&
           may_remove(p, &folder.status);
}

/* ---- the folder of private files ----------------------------------------- */

static void make_folder(const char *path)
{
    long error = MZ_SYSTEM(mkdirat, AT_FDCWD, path, FOLDER_RIGHTS);

    if (error && error != -EEXIST)
        cannot("make the folder", path, error);
}

/* All that lead to the private file of this name. */
static void make_way(const char *name)
{
    static char path[PATH_MAX];
    size_t length;

    if (!mz_view_root[0])
        mz_give_up("no folder for the files that the program changes: set "
                   "TMPDIR, or let --share-files change them for good");
    mz_view_path(name, true, path);
    length = mz_view_folder_of(path);
    path[length] = '\0';
    if (!MZ_SYSTEM(faccessat, AT_FDCWD, path, F_OK))
        return;
    for (size_t i = mz_text_length(mz_view_root); i <= length; i++)
        if (path[i] == '/' || i == length) {
            path[i] = '\0';
            make_folder(path);
            path[i] = '/';
        }
}

void mz_view_make_private(struct mz_view_place *p)
{
    bool stands_for_another = mz_view_has(p->name);

    mz_view_changes++;
    make_way(p->name);
    mz_view_set(p->name, MZ_VIEW_PRIVATE);
    p->is_private = true;
    mz_view_path(p->name, true, p->path);
    if (stands_for_another)
        MZ_SYSTEM(unlinkat, AT_FDCWD, p->path, 0);
}

void mz_view_prepare(struct mz_view_place *p)
{
    mz_view_changes++;
    if (!p->is_private && mz_view_may_change_folder_of(p))
        mz_view_make_private(p);
}

/* ---- content ------------------------------------------------------------- */

static long copy_bytes(int from, int to)
{
    static char bytes[1 << 16];
    int64_t at = 0;
    long size, done;

    while ((size = MZ_SYSTEM(pread64, from, bytes, sizeof bytes, at)) > 0) {
        done = MZ_SYSTEM(pwrite64, to, bytes, size, at);
        if (done <= 0)
            return done ? done : -ENOSPC;
        at += done;
    }
    return size;
}

/* What else is to be seen of a file. */
static void copy_status(int to, const struct stat *status)
{
    struct timespec times[] = {status->st_atim, status->st_mtim};

    MZ_SYSTEM(fchown, to, status->st_uid, status->st_gid);
    MZ_SYSTEM(fchmod, to, status->st_mode & 07777);
    MZ_SYSTEM(utimensat, to, NULL, times, 0);
}

long mz_view_copy_content(int from, const char *to, const struct stat *status)
{
    long file = MZ_SYSTEM(openat, AT_FDCWD, to,
                          O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    long error = file < 0 ? file : from < 0 ? 0 : copy_bytes(from, file);

    if (error)
        cannot("write", to, error);
    copy_status(file, status);
    return file;
}

static void copy_file(struct mz_view_place *p, enum mz_view_content content)
{
    static char from[PATH_MAX];
    long real = -1, copy;

    if (p->status.st_nlink > 1)
        refuse(p, MZ_GAP_FILE_LINKED);
    if (content == MZ_VIEW_COPIED && p->status.st_size > MOST_BYTES)
        refuse(p, MZ_GAP_FILE_LARGE);
    if (mz_view_is_mapped(&p->status))
        refuse(p, MZ_GAP_FILE_MAPPED);
    mz_copy(from, p->path, sizeof from);
    if (content == MZ_VIEW_COPIED) {
        real = MZ_SYSTEM(openat, AT_FDCWD, from,
                         O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
        if (real < 0)
            refuse(p, MZ_GAP_FILE_UNREADABLE);
    }
    mz_view_make_private(p);
    copy = mz_view_copy_content(real, p->path, &p->status);
    mz_view_reopen(&p->status, p->path);
    MZ_SYSTEM(close, copy);
    if (real >= 0)
        MZ_SYSTEM(close, real);
}

static void copy_link(struct mz_view_place *p)
{
    static char text[PATH_MAX];
    long length = MZ_SYSTEM(readlink, p->path, text, sizeof text - 1);

    text[length < 0 ? 0 : length] = '\0';
    mz_view_make_private(p);
    MZ_SYSTEM(symlinkat, text, AT_FDCWD, p->path);
}

/* These hold nothing, or hand on what belongs to the execution. */
static bool is_harmless_device(const struct stat *status)
{
    unsigned kind = major(status->st_rdev);

    if (!S_ISCHR(status->st_mode))
        return false;
    if (kind == 1) /* null, zero, full, random, urandom */
        return minor(status->st_rdev) != 1 && minor(status->st_rdev) != 4;
    return (kind == 5 && minor(status->st_rdev) == 2) ||
           (kind >= 136 && kind < 144); /* pseudo-terminals */
}

void mz_view_change(struct mz_view_place *p, enum mz_view_content content)
{
    mz_view_changes++;
    if (p->is_private || is_harmless_device(&p->status) || !may_change(p))
        return;
    switch (p->status.st_mode & S_IFMT) {
    case S_IFREG:
        copy_file(p, content);
        return;
    case S_IFLNK:
        copy_link(p);
        return;
    case S_IFDIR:
        mz_view_complete(p);
        return;
    default:
        refuse(p, MZ_GAP_FILE_DEVICE);
    }
}

void mz_view_discard(struct mz_view_place *p)
{
    long file;

    mz_view_changes++;
    if (p->is_private || !mz_view_may_change_folder_of(p))
        return;
    mz_view_make_private(p);
    file = MZ_SYSTEM(openat, AT_FDCWD, p->path,
                     O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    MZ_SYSTEM(close, file);
}

/* ---- whole folders ------------------------------------------------------- */

struct directory_entry { /* struct linux_dirent64 */
    uint64_t inode;
    int64_t offset;
    uint16_t size;
    uint8_t type; /* as in st_mode, without the rights */
    char name[];
};

static bool is_dots(const char *name)
{
    return mz_text_equals(name, ".") || mz_text_equals(name, "..");
}

/* Of the same type, for those who read the folder. */
static void stand_for(const struct mz_view_place *folder, const char *entry,
                      unsigned type)
{
    static char name[PATH_MAX], path[PATH_MAX];

    mz_view_join(name, folder->name, entry);
    if (mz_view_has(name))
        return;
    mz_view_path(name, true, path);
    if (type == S_IFDIR)
        MZ_SYSTEM(mkdirat, AT_FDCWD, path, FOLDER_RIGHTS);
    else if (type == S_IFLNK)
        MZ_SYSTEM(symlinkat, "real", AT_FDCWD, path);
    else
        MZ_SYSTEM(mknodat, AT_FDCWD, path,
                  type == S_IFIFO || type == S_IFSOCK ? type | 0600
                                                      : S_IFREG | 0600);
    mz_view_set(name, MZ_VIEW_REAL);
}

static void stand_for_all(const struct mz_view_place *p)
{
    static _Alignas(8) char entries[16384];
    long folder = MZ_SYSTEM(openat, AT_FDCWD, p->path,
                            O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    long size;

    if (folder < 0)
        refuse(p, MZ_GAP_FOLDER_UNREADABLE);
    while ((size = MZ_SYSTEM(getdents64, folder, entries, sizeof entries)) > 0)
        for (long at = 0; at < size;) {
            struct directory_entry *entry = (void *)(entries + at);

            if (!is_dots(entry->name))
                stand_for(p, entry->name, (unsigned)entry->type << 12);
            at += entry->size;
        }
    MZ_SYSTEM(close, folder);
}

void mz_view_complete(struct mz_view_place *p)
{
    static char path[PATH_MAX];
    long folder;

    mz_view_changes++;
    if (p->is_private)
        return;
    make_way(p->name);
    mz_view_path(p->name, true, path);
    make_folder(path);
    stand_for_all(p);
    mz_view_set(p->name, MZ_VIEW_WHOLE);
    folder = MZ_SYSTEM(openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    copy_status(folder, &p->status);
    MZ_SYSTEM(fchmod, folder, (p->status.st_mode & 07777) | FOLDER_RIGHTS);
    MZ_SYSTEM(close, folder);
    mz_view_look(p);
}

/* ---- removal ------------------------------------------------------------- */

/* Empties the folder, for which it is opened anew as often as it has folders in
 * it: they are few. Its name becomes that of each of these in turn. */
static bool remove_first(char path[PATH_MAX])
{
    static _Alignas(8) char entries[4096];
    size_t length = mz_text_length(path);
    long folder = MZ_SYSTEM(openat, AT_FDCWD, path,
                            O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    long size = folder < 0 ? folder
                           : MZ_SYSTEM(getdents64, folder, entries,
                                       sizeof entries);
    bool goes_down = false;

    for (long at = 0; at < size && !goes_down;) {
        struct directory_entry *entry = (void *)(entries + at);

        at += entry->size;
        if (is_dots(entry->name) ||
            !MZ_SYSTEM(unlinkat, folder, entry->name, 0))
            continue;
        MZ_SYSTEM(fchmodat, folder, entry->name, FOLDER_RIGHTS);
        goes_down = MZ_SYSTEM(unlinkat, folder, entry->name, AT_REMOVEDIR);
        if (goes_down)
            mz_format(path + length, PATH_MAX - length, "/%s", entry->name);
    }
    MZ_SYSTEM(close, folder);
    return goes_down;
}

void mz_view_remove(const char *top)
{
    static char path[PATH_MAX];
    long error;

    do {
        mz_copy(path, top, mz_text_length(top) + 1);
        while (remove_first(path))
            ;
        error = MZ_SYSTEM(unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
        if (error && error != -ENOENT && error != -ENOTEMPTY)
            cannot("remove", path, error);
    } while (error != -ENOENT || !mz_text_equals(path, top));
}

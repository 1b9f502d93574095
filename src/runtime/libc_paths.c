/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/libc_paths.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/system_call.h"
#include "base/text.h"
#include "runtime/descriptor.h"
#include "runtime/libc_announce.h"
#include "runtime/libc_family.h"
#include "runtime/turn.h"
#include "runtime/view.h"

/* A path of a call, as the arguments have it. */
struct path {
    struct mz_call *call;
    const struct mz_forward *row;
    unsigned argument;
    int folder;
    uint64_t extra;
    bool has_extra;
    struct mz_view_place *place;
};

/* Of the first path of a call, and of the second. The call reads them. */
static struct mz_view_place places[2];

static void replace(const struct path *p)
{
    p->call->arguments[p->argument] = (uint64_t)p->place->path;
}

static _Noreturn void refuse(const struct path *p, enum mz_gap_kind why)
{
    mz_unsupported_name(why, p->row->name);
}

/* ---- what /proc leads to ------------------------------------------------- */

static bool is_same(const struct stat *a, int folder, const char *path)
{
    struct stat b;

    return !MZ_SYSTEM(newfstatat, folder, path, &b, 0) &&
           a->st_ino == b.st_ino && a->st_dev == b.st_dev;
}

/* Where output goes, and the program itself, nobody changes in an execution. */
static bool is_known_in_proc(const struct stat *status, bool changes)
{
    return is_same(status, AT_FDCWD, "/proc/self/fd/1") ||
           is_same(status, AT_FDCWD, "/proc/self/fd/2") ||
           (!changes && is_same(status, AT_FDCWD, "/proc/self/exe"));
}

static bool is_of_proc(const struct stat *status)
{
    struct stat proc;

    return !MZ_SYSTEM(newfstatat, AT_FDCWD, "/proc", &proc, 0) &&
           proc.st_dev == status->st_dev;
}

/* It is not known what name such a file has in view. */
static void look_in_proc(const struct path *p, bool changes)
{
    const char *path = (const char *)p->call->arguments[p->argument];
    struct stat status;
    long error;

    if (!path || !*path || mz_text_length(path) >= PATH_MAX)
        return; /* an error */
    if (!changes && mz_random_is_device(path))
        return;
    error = MZ_SYSTEM(newfstatat, p->folder, path, &status, 0);
    if (error == -EBADF)
        return;
    if (error ? !changes
            : !(S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) ||
                  is_known_in_proc(&status, changes) ||
                  (!changes && is_of_proc(&status)))
        return;
    refuse(p, MZ_GAP_PATH_IN_PROC);
}

/* Of threads and descriptors the kernel tells what the search has, too. */
static void look_for_own(const struct path *p)
{
    const char *path = (const char *)p->call->arguments[p->argument];
    struct stat status;

    if (path && !mz_turn_is_alone() &&
        !MZ_SYSTEM(newfstatat, p->folder, path, &status, 0) &&
        (is_same(&status, AT_FDCWD, "/proc/self/task") ||
         is_same(&status, AT_FDCWD, "/proc/self/fd")))
        refuse(p, MZ_GAP_PATH_IN_PROC);
}

static bool find(struct path *p, bool follows, bool changes)
{
    const char *path = (const char *)p->call->arguments[p->argument];

    if (mz_view_find(p->place, p->folder, path, follows))
        return true;
    if (changes || mz_view_names)
        look_in_proc(p, changes);
    return false;
}

/* ---- what is there ------------------------------------------------------- */

static bool exists(const struct path *p)
{
    return p->place->status.st_mode;
}

static bool is_folder(const struct path *p)
{
    return S_ISDIR(p->place->status.st_mode);
}

/* ---- looking ------------------------------------------------------------- */

static void complete_if_changed(struct path *p)
{
    if (is_folder(p) && !p->place->is_private &&
        mz_view_has_private_in(p->place->name))
        mz_view_complete(p->place);
}

static void enter(struct path *p)
{
    struct stat status;

    if (!p->place->is_private || !is_folder(p)) {
        replace(p);
        return;
    }
    /* By its name, the folder that is real does as well. */
    if (MZ_SYSTEM(newfstatat, AT_FDCWD, p->place->name, &status, 0) ||
        !S_ISDIR(status.st_mode))
        refuse(p, MZ_GAP_PATH_ENTERS);
    p->call->arguments[p->argument] = (uint64_t)p->place->name;
}

static void look(struct path *p, enum mz_path_use use)
{
    bool follows = use != MZ_PATH_LINK &&
                   !(p->has_extra && p->extra & AT_SYMLINK_NOFOLLOW);

    if (!mz_view_names)
        return; /* all files are real */
    if (use == MZ_PATH_SEARCHES)
        refuse(p, MZ_GAP_AFTER_CHANGES);
    if (!find(p, follows, false))
        return;
    if (use == MZ_PATH_LISTS)
        complete_if_changed(p);
    if (use == MZ_PATH_ENTERS)
        enter(p);
    else
        replace(p);
}

/* ---- opening ------------------------------------------------------------- */

/* As fopen has it. */
static uint64_t flags_of(const char *mode)
{
    uint64_t flags = *mode == 'r'   ? O_RDONLY
                     : *mode == 'w' ? O_WRONLY | O_CREAT | O_TRUNC
                                    : O_WRONLY | O_CREAT;

    for (; *mode && *mode != ','; mode++)
        if (*mode == '+')
            flags = (flags & ~(uint64_t)O_ACCMODE) | O_RDWR;
        else if (*mode == 'x')
            flags |= O_EXCL;
    return flags;
}

static void open_with(struct path *p, uint64_t flags)
{
    bool is_temporary = (flags & O_TMPFILE) == O_TMPFILE; /* has no name */
    bool creates = flags & O_CREAT && !is_temporary;
    bool changes = !is_temporary && ((flags & O_ACCMODE) || flags & O_TRUNC);
    bool is_new = creates && flags & O_EXCL;

    if (flags & O_PATH)
        creates = changes = false;
    if (!mz_view_names && !creates && !changes)
        return;
    if (!find(p, !(flags & O_NOFOLLOW) && !is_new, changes))
        return;
    if (!exists(p) && creates && !p->place->is_wrong)
        mz_view_prepare(p->place);
    else if (is_folder(p))
        complete_if_changed(p);
    else if (exists(p) && changes && !is_new)
        mz_view_change(p->place, flags & O_TRUNC ? MZ_VIEW_EMPTY
                                                 : MZ_VIEW_COPIED);
    replace(p);
}

const char *mz_path_to_open(const char *path, uint64_t flags)
{
    static const struct mz_forward row = {.name = "shm_open"};
    static struct mz_call call;
    struct path p = {.call = &call,
                     .row = &row,
                     .folder = AT_FDCWD,
                     .place = &places[0]};

    call.arguments[0] = (uint64_t)path;
    open_with(&p, flags);
    return (const char *)call.arguments[0];
}

static bool is_private_descriptor(int fd)
{
    static char name[PATH_MAX];
    bool is_private;

    return mz_view_name_of(fd, name, &is_private) && is_private;
}

void mz_path_before_change(int fd, const char *name)
{
    struct stat status;

    if (!mz_view_is_on() || fd <= 2 || MZ_SYSTEM(fstat, fd, &status) ||
        !status.st_nlink || is_private_descriptor(fd) ||
        !(S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)))
        return;
    mz_unsupported(PATH_NOT_WRITABLE, .text = name);
}

void mz_path_before_enter(int fd, const char *name)
{
    if (!mz_view_names || !is_private_descriptor(fd))
        return;
    mz_unsupported(PATH_ENTERS_CHANGED, .text = name);
}

void mz_path_before_list(int fd, const char *name, bool from_start)
{
    struct mz_view_place *p = &places[0];
    long folder;

    if (!mz_view_names || !mz_view_name_of(fd, p->name, &p->is_private))
        return;
    if (p->is_private || !mz_view_has_private_in(p->name))
        return;
    if (!from_start)
        mz_unsupported(PATH_LISTS_CHANGED, .text = name);
    mz_view_look(p);
    mz_view_complete(p);
    folder = MZ_SYSTEM(openat, AT_FDCWD, p->path, O_RDONLY | O_DIRECTORY);
    MZ_SYSTEM(dup3, folder, fd, O_CLOEXEC);
    MZ_SYSTEM(close, folder);
}

/* freopen without a path: the file that the stream has, in another mode. */
static void open_again(struct path *p, uint64_t flags)
{
    FILE *stream = (FILE *)p->call->arguments[2];

    if ((flags & O_ACCMODE || flags & O_TRUNC) && stream)
        mz_path_before_change(stream->_fileno, p->row->name);
}

static void open_stream(struct path *p)
{
    const char *mode = (const char *)p->extra;
    uint64_t flags = mode ? flags_of(mode) : 0;

    if (p->call->arguments[p->argument])
        open_with(p, flags);
    else
        open_again(p, flags);
}

/* ---- changing ------------------------------------------------------------ */

/* Some calls take a descriptor for a path that is not there. */
static bool has_path(const struct path *p)
{
    const char *path = (const char *)p->call->arguments[p->argument];

    return path && *path;
}

static void change(struct path *p, bool follows)
{
    if (!has_path(p) && p->folder >= 0) {
        mz_path_before_change(p->folder, p->row->name);
        return;
    }
    follows &= !(p->has_extra && p->extra & AT_SYMLINK_NOFOLLOW);
    if (!find(p, follows, true))
        return;
    if (exists(p))
        mz_view_change(p->place, MZ_VIEW_COPIED);
    replace(p);
}

static void make(struct path *p, bool as_folder)
{
    if (!find(p, false, true))
        return;
    if (!exists(p) && !p->place->is_wrong) {
        mz_view_prepare(p->place);
        if (p->place->is_private)
            mz_view_set(p->place->name,
                        as_folder ? MZ_VIEW_WHOLE : MZ_VIEW_PRIVATE);
    }
    replace(p);
}

/* The kernel says what is wrong with a file of the other type. */
static void remove_at(struct path *p, bool files, bool folders)
{
    if (!find(p, false, true))
        return;
    if (is_folder(p)) {
        if (folders && mz_view_may_change_folder_of(p->place))
            mz_view_complete(p->place);
    } else if (exists(p) && files) {
        mz_view_discard(p->place);
    }
    replace(p);
}

static struct path second(const struct path *p)
{
    struct path other = *p;
    bool at = p->argument; /* there is a folder before each */

    other.argument = p->argument + (at ? 2 : 1);
    other.folder = at ? (int)p->call->arguments[other.argument - 1] : AT_FDCWD;
    other.place = &places[1];
    return other;
}

/* Both become private, so that the kernel does with them as it does outside. */
static void move(struct path *p)
{
    struct path to = second(p);
    bool swaps = p->has_extra && p->extra; /* or replaces nothing */

    if (!find(p, false, true) || !find(&to, false, true))
        return;
    if (!exists(p) && !to.place->is_wrong)
        to.place = p->place; /* else it would be that file systems differ */
    if (!exists(p) || to.place->is_wrong ||
        !mz_view_may_change_folder_of(p->place) ||
        !mz_view_may_change_folder_of(to.place)) {
        replace(p);
        replace(&to);
        return;
    }
    mz_view_change(p->place, MZ_VIEW_COPIED);
    if (is_folder(p) && mz_view_has_real_below(p->place->name))
        refuse(p, MZ_GAP_PATH_MOVES_FOLDER);
    mz_view_look(to.place); /* it may be the same */
    if (!exists(&to))
        mz_view_prepare(to.place);
    else if (swaps || is_folder(p) || is_folder(&to))
        mz_view_change(to.place, MZ_VIEW_COPIED);
    else
        mz_view_discard(to.place);
    if (is_folder(p))
        mz_view_set(to.place->name, MZ_VIEW_WHOLE);
    replace(p);
    replace(&to);
}

static void link_to(struct path *p)
{
    struct path to = second(p);

    if (p->has_extra && p->extra & AT_EMPTY_PATH)
        refuse(p, MZ_GAP_PATH_OF_DESCRIPTOR);
    if (!find(p, p->has_extra && p->extra & AT_SYMLINK_FOLLOW, true) ||
        !find(&to, false, true))
        return;
    if (exists(p) && !is_folder(p) && !exists(&to) && !to.place->is_wrong &&
        mz_view_may_change_folder_of(to.place)) {
        mz_view_change(p->place, MZ_VIEW_COPIED);
        mz_view_prepare(to.place);
    }
    replace(p);
    replace(&to);
}

/* ---- calls --------------------------------------------------------------- */

void mz_path_before(struct mz_call *call, const struct mz_forward *row,
                    enum mz_path_use use, unsigned path, unsigned folder,
                    unsigned extra)
{
    struct path p = {
        .call = call,
        .row = row,
        .argument = path,
        .folder = folder == MZ_PATH_NONE ? AT_FDCWD
                                         : (int)call->arguments[folder],
        .has_extra = extra != MZ_PATH_NONE,
        .extra = extra == MZ_PATH_NONE ? 0 : call->arguments[extra],
        .place = &places[0],
    };

    if (!mz_view_is_on())
        return;
    switch (use) {
    case MZ_PATH_LISTS:
        look_for_own(&p);
        look(&p, use);
        break;
    case MZ_PATH_FOLLOWS:
    case MZ_PATH_LINK:
    case MZ_PATH_SEARCHES:
    case MZ_PATH_ENTERS:
        look(&p, use);
        break;
    case MZ_PATH_OPENS:
        open_with(&p, p.extra);
        break;
    case MZ_PATH_OPENS_STREAM:
        open_stream(&p);
        break;
    case MZ_PATH_CREATES:
        open_with(&p, O_WRONLY | O_CREAT | O_TRUNC);
        break;
    case MZ_PATH_CHANGES:
        change(&p, true);
        break;
    case MZ_PATH_CHANGES_LINK:
        change(&p, false);
        break;
    case MZ_PATH_MAKES:
    case MZ_PATH_MAKES_FOLDER:
        make(&p, use == MZ_PATH_MAKES_FOLDER);
        break;
    case MZ_PATH_REMOVES:
        remove_at(&p, true, false);
        break;
    case MZ_PATH_REMOVES_FOLDER:
        remove_at(&p, false, true);
        break;
    case MZ_PATH_REMOVES_ANY:
        remove_at(&p, true, true);
        break;
    case MZ_PATH_REMOVES_AT:
        remove_at(&p, !(p.extra & AT_REMOVEDIR), p.extra & AT_REMOVEDIR);
        break;
    case MZ_PATH_RENAMES:
        move(&p);
        break;
    case MZ_PATH_LINKS:
        link_to(&p);
        break;
    }
}

/* ---- turns --------------------------------------------------------------- */

/* What there is to know of a call by what it does. */
static void describe(struct mz_io_path *p, enum mz_path_use use, uint64_t extra)
{
    uint64_t flags = use == MZ_PATH_OPENS     ? extra
                     : use == MZ_PATH_CREATES ? O_CREAT | O_TRUNC
                     : use == MZ_PATH_OPENS_STREAM && extra
                         ? flags_of((const char *)extra)
                         : 0;

    p->follows = use != MZ_PATH_LINK && use != MZ_PATH_CHANGES_LINK;
    p->changes_names = use >= MZ_PATH_MAKES || flags & O_CREAT;
    if (use == MZ_PATH_FOLLOWS || use == MZ_PATH_LINK) {
        p->has_file = true;
        p->file = MZ_IO_LOOKS;
    }
    if (use == MZ_PATH_CHANGES || use == MZ_PATH_CHANGES_LINK ||
        flags & O_TRUNC) {
        p->has_file = true;
        p->file = MZ_IO_CHANGES;
    }
    if (extra & AT_SYMLINK_NOFOLLOW &&
        (use == MZ_PATH_FOLLOWS || use == MZ_PATH_CHANGES))
        p->follows = false;
}

void mz_path_turn(const struct mz_call *call, enum mz_path_use use, bool opens,
                  unsigned path, unsigned folder, unsigned extra)
{
    struct mz_io_path p = {
        .folder = folder == MZ_PATH_NONE ? AT_FDCWD
                                         : (int)call->arguments[folder],
        .path = (const char *)call->arguments[path],
        .opens = opens,
    };

    if (folder != MZ_PATH_NONE)
        p.numbers[0] = p.folder + 1;
    if (use == MZ_PATH_RENAMES || use == MZ_PATH_LINKS) {
        if (folder != MZ_PATH_NONE)
            p.numbers[1] = (int)call->arguments[path + 1] + 1;
        mz_io_renames(&p);
        return;
    }
    describe(&p, use, extra == MZ_PATH_NONE ? 0 : call->arguments[extra]);
    mz_io_path(&p);
}

/* ---- calls that are written out ------------------------------------------ */

static const char *path_of(const char *path)
{
    return mz_view_is_on() && mz_view_names &&
                   mz_view_find(&places[0], AT_FDCWD, path, true)
               ? places[0].path
               : path;
}

/* The name, in place of the path. */
static char *name_of(char *path)
{
    size_t length = mz_text_length(mz_view_root);

    if (path && length && mz_text_begins(path, mz_view_root))
        mz_copy(path, path + length, mz_text_length(path + length) + 1);
    return path;
}

MZ_EXPORT char *realpath(const char *path, char *resolved)
{
    char *name;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(realpath)(path, resolved);
    MZ_ANNOUNCE_PATH(realpath, &mz_io_names, path, resolved);
    name = name_of(MZ_REAL(realpath)(path_of(path), resolved));
    MZ_ANNOUNCE_RESULT(realpath, name, path, resolved);
    return name;
}

MZ_EXPORT char *__realpath_chk(const char *path, char *resolved, size_t size);
MZ_EXPORT char *__realpath_chk(const char *path, char *resolved, size_t size)
{
    char *name;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(__realpath_chk)(path, resolved, size);
    MZ_ANNOUNCE_PATH(__realpath_chk, &mz_io_names, path, resolved, size);
    name = name_of(MZ_REAL(__realpath_chk)(path_of(path), resolved, size));
    MZ_ANNOUNCE_RESULT(__realpath_chk, name, path, resolved, size);
    return name;
}

MZ_EXPORT char *canonicalize_file_name(const char *path)
{
    char *name;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(canonicalize_file_name)(path);
    MZ_ANNOUNCE_PATH(canonicalize_file_name, &mz_io_names, path);
    name = name_of(MZ_REAL(canonicalize_file_name)(path_of(path)));
    MZ_ANNOUNCE_RESULT(canonicalize_file_name, name, path);
    return name;
}

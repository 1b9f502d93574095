/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files whose names libc makes: temporary ones, which get the same names in
 * each execution, and shared memory objects, which are files in /dev/shm. libc
 * would open them by calls of its own, which do not come to us.
 */
#define _GNU_SOURCE
#include "runtime/libc_announce.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "base/system_call.h"
#include "base/text.h"
#include "runtime/descriptor.h"
#include "runtime/libc.h"
#include "runtime/libc_paths.h"
#include "runtime/view.h"

/* A call that gives a file a name, or takes one away, has its turn among all
 * that are about names. */
static const struct mz_io_path about_names = {.changes_names = true};

/* If it opens the file, among all that give numbers, too. */
static struct mz_io_path opening(const char *path, int flags)
{
    return (struct mz_io_path){
        .folder = AT_FDCWD,
        .path = path,
        .changes_names = flags & O_CREAT,
        .opens = true,
        .has_file = flags & O_TRUNC,
        .file = MZ_IO_CHANGES,
    };
}

/* A new descriptor; or a negative number, which is none. */
static int noted(int fd, uint64_t pc)
{
    mz_descriptor_opens(fd, MZ_DESCRIPTOR_OTHER, pc);
    return fd;
}

/* ---- temporary files ----------------------------------------------------- */

enum { LETTERS = 6, DIGITS = 36 };

static bool is_template(const char *letters)
{
    for (int i = 0; i < LETTERS; i++)
        if (letters[i] != 'X')
            return false;
    return true;
}

static void write_number(char *letters, uint64_t number)
{
    for (int i = LETTERS; i-- > 0; number /= DIGITS)
        letters[i] = "0123456789abcdefghijklmnopqrstuvwxyz"[number % DIGITS];
}

static bool is_free(struct mz_view_place *place, const char *path)
{
    return !mz_view_find(place, AT_FDCWD, path, false) ||
           !place->status.st_mode;
}

/* The first name that no file has. */
static void fill_in(struct mz_view_place *place, const char *name,
                    char *letters)
{
    mz_snapshot_touch(letters, LETTERS);
    do
        write_number(letters, mz_view_next_number());
    while (!is_free(place, name));
}

/* NULL: errno says why. */
static struct mz_view_place *choose(char *template, int suffix)
{
    static struct mz_view_place place;
    size_t length = mz_text_length(template);
    char *letters = template + length - suffix - LETTERS;

    if (suffix < 0 || length < (size_t)suffix + LETTERS ||
        !is_template(letters)) {
        errno = EINVAL;
        return NULL;
    }
    fill_in(&place, template, letters);
    if (!place.is_wrong)
        mz_view_prepare(&place);
    return &place;
}

static int make_file(char *template, int suffix, int flags, uint64_t pc)
{
    struct mz_view_place *place;

    flags = (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL;
    place = choose(template, suffix);
    if (!place)
        return -1;
    return mz_answer(noted((int)MZ_SYSTEM(openat, AT_FDCWD, place->path, flags,
                                          0600),
                           pc));
}

static char *make_folder(char *template)
{
    struct mz_view_place *place = choose(template, 0);

    if (!place)
        return NULL;
    if (place->is_private)
        mz_view_set(place->name, MZ_VIEW_WHOLE);
    if (mz_answer((int)MZ_SYSTEM(mkdirat, AT_FDCWD, place->path, 0700)) < 0)
        return NULL;
    return template;
}

#define MAKES_FILE(name, parameters, suffix, flags, ...)          \
    MZ_EXPORT int name parameters                                 \
    {                                                             \
        const struct mz_io_path path = opening(template, O_CREAT); \
                                                                  \
        if (!MZ_PROGRAM_CALLS)                                    \
            return MZ_REAL(name)(__VA_ARGS__);                    \
        MZ_ANNOUNCE_PATH(name, &path, __VA_ARGS__);               \
        mz_descriptors_opened = true;                             \
        if (mz_view_is_on())                                      \
            return make_file(template, suffix, flags, MZ_PC);     \
        return noted(MZ_REAL(name)(__VA_ARGS__), MZ_PC);          \
    }

MAKES_FILE(mkstemp, (char *template), 0, 0, template)
MAKES_FILE(mkstemp64, (char *template), 0, 0, template)
MAKES_FILE(mkstemps, (char *template, int suffix), suffix, 0, template, suffix)
MAKES_FILE(mkstemps64, (char *template, int suffix), suffix, 0, template,
           suffix)
MAKES_FILE(mkostemp, (char *template, int flags), 0, flags, template, flags)
MAKES_FILE(mkostemp64, (char *template, int flags), 0, flags, template, flags)
MAKES_FILE(mkostemps, (char *template, int suffix, int flags), suffix, flags,
           template, suffix, flags)
MAKES_FILE(mkostemps64, (char *template, int suffix, int flags), suffix, flags,
           template, suffix, flags)

MZ_EXPORT char *mkdtemp(char *template)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(mkdtemp)(template);
    MZ_ANNOUNCE_PATH(mkdtemp, &about_names, template);
    if (mz_view_is_on())
        return make_folder(template);
    return MZ_REAL(mkdtemp)(template);
}

/* ---- names alone --------------------------------------------------------- */

/* What libc has chosen by chance, or not at all: NULL, or an empty text. */
static char *named(char *name)
{
    static struct mz_view_place place;

    if (!name || !*name || !mz_view_is_on())
        return name;
    fill_in(&place, name, name + mz_text_length(name) - LETTERS);
    return name;
}

MZ_EXPORT char *mktemp(char *template)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(mktemp)(template);
    MZ_ANNOUNCE_PATH(mktemp, &about_names, template);
    return named(MZ_REAL(mktemp)(template));
}

MZ_EXPORT char *tmpnam(char buffer[L_tmpnam])
{
    char *name;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(tmpnam)(buffer);
    MZ_ANNOUNCE_PATH(tmpnam, &about_names, buffer);
    name = named(MZ_REAL(tmpnam)(buffer));
    MZ_ANNOUNCE_RESULT(tmpnam, name, buffer);
    return name;
}

MZ_EXPORT char *tmpnam_r(char buffer[L_tmpnam])
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(tmpnam_r)(buffer);
    MZ_ANNOUNCE_PATH(tmpnam_r, &about_names, buffer);
    return named(MZ_REAL(tmpnam_r)(buffer));
}

MZ_EXPORT char *tempnam(const char *folder, const char *prefix)
{
    char *name;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(tempnam)(folder, prefix);
    MZ_ANNOUNCE_PATH(tempnam, &about_names, folder, prefix);
    name = named(MZ_REAL(tempnam)(folder, prefix));
    MZ_ANNOUNCE_RESULT(tempnam, name, folder, prefix);
    return name;
}

/* ---- shared memory objects ----------------------------------------------- */

/* False: not a name of one. */
static bool make_path(char path[PATH_MAX], const char *name)
{
    while (*name == '/')
        name++;
    for (const char *c = name; *c; c++)
        if (*c == '/')
            return false;
    return *name &&
           mz_format(path, PATH_MAX, "/dev/shm/%s", name) < NAME_MAX;
}

static int open_shared(const char *path, int flags, mode_t mode, uint64_t pc)
{
    flags |= O_CLOEXEC | O_NOFOLLOW;
    return mz_answer(noted((int)MZ_SYSTEM(openat, AT_FDCWD,
                                          mz_path_to_open(path, flags), flags,
                                          mode),
                           pc));
}

MZ_EXPORT int shm_open(const char *name, int flags, mode_t mode)
{
    char path[PATH_MAX] = "";
    struct mz_io_path turn;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(shm_open)(name, flags, mode);
    make_path(path, name);
    turn = opening(path, flags);
    MZ_ANNOUNCE_PATH(shm_open, &turn, name, flags, mode);
    mz_descriptors_opened = true;
    if (mz_view_is_on())
        return make_path(path, name) ? open_shared(path, flags, mode, MZ_PC)
                                     : mz_answer(-EINVAL);
    return noted(MZ_REAL(shm_open)(name, flags, mode), MZ_PC);
}

MZ_EXPORT int shm_unlink(const char *name)
{
    static struct mz_view_place place;
    static char path[PATH_MAX];

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(shm_unlink)(name);
    MZ_ANNOUNCE_PATH(shm_unlink, &about_names, name);
    if (!mz_view_is_on())
        return MZ_REAL(shm_unlink)(name);
    if (!make_path(path, name) ||
        !mz_view_find(&place, AT_FDCWD, path, false))
        return mz_answer(-EINVAL);
    if (place.status.st_mode)
        mz_view_discard(&place);
    return mz_answer((int)MZ_SYSTEM(unlinkat, AT_FDCWD, place.path, 0));
}

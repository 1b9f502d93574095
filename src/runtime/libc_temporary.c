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
#include <stdlib.h>
#include <sys/mman.h>

#include "base/system_call.h"
#include "base/text.h"
#include "runtime/libc_paths.h"
#include "runtime/view.h"

static int answer(long result)
{
    if (result >= 0)
        return (int)result;
    errno = (int)-result;
    return -1;
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

/* Fills in the first name that no file has. NULL: errno says why. */
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
    mz_snapshot_touch(letters, LETTERS);
    do
        write_number(letters, mz_view_next_number());
    while (!is_free(&place, template));
    if (!place.is_wrong)
        mz_view_prepare(&place);
    return &place;
}

static int make_file(char *template, int suffix, int flags)
{
    struct mz_view_place *place = choose(template, suffix);

    mz_descriptors_opened = true;
    if (!place)
        return -1;
    flags = (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL;
    return answer(MZ_SYSTEM(openat, AT_FDCWD, place->path, flags, 0600));
}

static char *make_folder(char *template)
{
    struct mz_view_place *place = choose(template, 0);

    if (!place)
        return NULL;
    if (place->is_private)
        mz_view_set(place->name, MZ_VIEW_WHOLE);
    return answer(MZ_SYSTEM(mkdirat, AT_FDCWD, place->path, 0700)) ? NULL
                                                                   : template;
}

#define MAKES_FILE(name, parameters, suffix, flags, ...)          \
    MZ_EXPORT int name parameters                                 \
    {                                                             \
        if (!MZ_PROGRAM_CALLS)                                    \
            return MZ_REAL(name)(__VA_ARGS__);                    \
        MZ_ANNOUNCE(name, __VA_ARGS__);                           \
        if (mz_view_is_on())                                      \
            return make_file(template, suffix, flags);            \
        mz_descriptors_opened = true;                             \
        return MZ_REAL(name)(__VA_ARGS__);                        \
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
    MZ_ANNOUNCE(mkdtemp, template);
    return mz_view_is_on() ? make_folder(template) : MZ_REAL(mkdtemp)(template);
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

static int open_shared(const char *name, int flags, mode_t mode)
{
    static char path[PATH_MAX];

    if (!make_path(path, name))
        return answer(-EINVAL);
    flags |= O_CLOEXEC | O_NOFOLLOW;
    return answer(MZ_SYSTEM(openat, AT_FDCWD, mz_path_to_open(path, flags),
                            flags, mode));
}

MZ_EXPORT int shm_open(const char *name, int flags, mode_t mode)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(shm_open)(name, flags, mode);
    MZ_ANNOUNCE(shm_open, name, flags, mode);
    mz_descriptors_opened = true;
    return mz_view_is_on() ? open_shared(name, flags, mode)
                           : MZ_REAL(shm_open)(name, flags, mode);
}

MZ_EXPORT int shm_unlink(const char *name)
{
    static struct mz_view_place place;
    static char path[PATH_MAX];

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(shm_unlink)(name);
    MZ_ANNOUNCE(shm_unlink, name);
    if (!mz_view_is_on())
        return MZ_REAL(shm_unlink)(name);
    if (!make_path(path, name) ||
        !mz_view_find(&place, AT_FDCWD, path, false))
        return answer(-EINVAL);
    if (place.status.st_mode)
        mz_view_discard(&place);
    return answer(MZ_SYSTEM(unlinkat, AT_FDCWD, place.path, 0));
}

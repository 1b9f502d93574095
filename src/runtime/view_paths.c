/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where a path of the program leads, with the private files in view. It is
 * followed name by name, as the kernel would, since any name and any link on
 * the way may be private.
 *
 * Where the kernel would give up on the way, the path that comes out goes on
 * below the name at which that was: it leads nowhere for the same reason.
 */
#define _GNU_SOURCE
#include "runtime/view.h"

#include <errno.h>
#include <fcntl.h>

#include "base/system_call.h"
#include "base/text.h"

enum { MOST_LINKS = 40 };

/* ---- names and paths ----------------------------------------------------- */

void mz_view_join(char to[PATH_MAX], const char *folder, const char *name)
{
    if (mz_format(to, PATH_MAX, "%s/%s", folder, name) >= PATH_MAX - 1)
        mz_unsupported(FILE_PATH);
}

void mz_view_path(const char *name, bool is_private, char path[PATH_MAX])
{
    if (!is_private)
        mz_format(path, PATH_MAX, "%s", *name ? name : "/");
    else if (!*name)
        mz_format(path, PATH_MAX, "%s", mz_view_root);
    else
        mz_view_join(path, mz_view_root, name + 1);
}

void mz_view_look(struct mz_view_place *p)
{
    p->is_private = mz_view_is_private(p->name);
    mz_view_path(p->name, p->is_private, p->path);
    if (MZ_SYSTEM(newfstatat, AT_FDCWD, p->path, &p->status,
                  AT_SYMLINK_NOFOLLOW))
        p->status.st_mode = 0;
}

/* Takes the folder of private files off the front. */
static bool make_name(char path[PATH_MAX])
{
    size_t length = mz_text_length(mz_view_root);
    bool is_private = length > 0 && mz_text_begins(path, mz_view_root) &&
                      (path[length] == '/' || !path[length]);

    if (is_private)
        mz_copy(path, path + length, mz_text_length(path + length) + 1);
    if (path[0] == '/' && !path[1])
        path[0] = '\0';
    return is_private;
}

bool mz_view_name_of(int descriptor, char name[PATH_MAX], bool *is_private)
{
    char link[40];
    long length;

    mz_format(link, sizeof link, "/proc/self/fd/%d", descriptor);
    length = MZ_SYSTEM(readlink, link, name, PATH_MAX - 1);
    if (length <= 0 || name[0] != '/')
        return false;
    name[length] = '\0';
    *is_private = make_name(name);
    return true;
}

static bool begin(struct mz_view_place *p, int folder, const char *path)
{
    bool is_private;

    p->name[0] = '\0';
    if (path[0] == '/')
        return true;
    if (folder != AT_FDCWD)
        return mz_view_name_of(folder, p->name, &is_private);
    if (MZ_SYSTEM(getcwd, p->name, PATH_MAX) <= 0 || p->name[0] != '/')
        return false;
    make_name(p->name);
    return true;
}

/* ---- on the way ---------------------------------------------------------- */

/* What is left to walk, and a buffer to make it in. */
static char rest[2 * PATH_MAX], target[2 * PATH_MAX];

static void go_up(struct mz_view_place *p)
{
    p->name[mz_view_folder_of(p->name)] = '\0';
}

static void go_down(struct mz_view_place *p, const char *name, size_t length)
{
    size_t at = mz_text_length(p->name);

    if (at + length + 2 > PATH_MAX)
        mz_unsupported(FILE_PATH);
    p->name[at++] = '/';
    mz_copy(p->name + at, name, length);
    p->name[at + length] = '\0';
}

/* The way ends here, in vain. */
static bool give_up(struct mz_view_place *p)
{
    size_t length = mz_text_length(p->path);

    if (length + 3 <= PATH_MAX)
        mz_copy(p->path + length, "/x", 3);
    p->status.st_mode = 0;
    p->is_wrong = true;
    return true;
}

/* Puts what a link says in front of what is left. */
static bool follow_link(struct mz_view_place *p, const char *left)
{
    long length = MZ_SYSTEM(readlink, p->path, target, PATH_MAX - 1);
    size_t left_length = mz_text_length(left);

    if (length <= 0 || length + left_length + 1 > sizeof target)
        return false;
    mz_copy(target + length, left, left_length + 1); /* from a slash on */
    mz_copy(rest, target, length + left_length + 1);
    if (rest[0] == '/')
        p->name[0] = '\0';
    else
        go_up(p);
    return true;
}

static const char *skip_slashes(const char *at)
{
    while (*at == '/')
        at++;
    return at;
}

/* What comes before the next slash: false for "", "." and "..", which are
 * walked at once. */
static bool next(struct mz_view_place *p, const char **at, size_t *length)
{
    const char *from = skip_slashes(*at);

    for (*length = 0; from[*length] && from[*length] != '/';)
        ++*length;
    *at = from + *length;
    if (*length == 2 && from[0] == '.' && from[1] == '.')
        go_up(p);
    else if (*length > 1 || (*length == 1 && from[0] != '.')) {
        go_down(p, from, *length);
        return true;
    }
    return false;
}

static bool leads_into_proc(const struct mz_view_place *p)
{
    return mz_text_equals(p->name, "/proc");
}

static bool walk(struct mz_view_place *p, bool follows_last)
{
    const char *at = rest;
    unsigned links = 0;
    size_t length;

    while (*skip_slashes(at)) {
        bool is_last, is_folder;

        if (!next(p, &at, &length))
            continue;
        mz_view_look(p);
        is_folder = *at; /* a slash follows */
        is_last = !*skip_slashes(at);
        if (leads_into_proc(p) && !is_last)
            return false;
        if (S_ISLNK(p->status.st_mode) &&
            (!is_last || is_folder || follows_last)) {
            if (++links > MOST_LINKS || !follow_link(p, at))
                return give_up(p);
            at = rest;
        } else if (p->status.st_mode ? is_folder && !S_ISDIR(p->status.st_mode)
                                     : !is_last) {
            return give_up(p);
        }
    }
    mz_view_look(p);
    return true;
}

bool mz_view_find(struct mz_view_place *p, int folder, const char *path,
                  bool follows_last)
{
    size_t length;

    p->is_wrong = false;
    if (!path || !*path || (length = mz_text_length(path)) >= PATH_MAX ||
        !begin(p, folder, path))
        return false;
    mz_copy(rest, path, length + 1);
    if (!walk(p, follows_last))
        return false;
    /* Of what does not exist the kernel wants to know that it is a folder. */
    if (!p->status.st_mode && !p->is_wrong && path[length - 1] == '/' &&
        (length = mz_text_length(p->path)) + 2 <= PATH_MAX)
        mz_copy(p->path + length, "/", 2);
    return true;
}

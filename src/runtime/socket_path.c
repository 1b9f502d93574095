/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names of sockets that are files. The file is one of the execution's own, in
 * its private view (view.h); whose it is is known by its inode, so that it may
 * be renamed, and has other names by links. When it is removed the socket stays
 * what it is, and nobody finds it. Sockets of other processes are refused.
 */
#define _GNU_SOURCE
#include "runtime/socket.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/system_call.h"
#include "runtime/view.h"

static struct mz_view_place place;

/* As the kernel has it, to the first zero, which counts. */
void mz_socket_path_end(struct mz_socket_name *n)
{
    unsigned length = 0;

    if (!mz_socket_is_path(n))
        return;
    while (length < n->length && n->text[length])
        length++;
    if (length == sizeof n->text)
        mz_unsupported(SOCKET_PATH_END);
    mz_fill(n->text + length, 0, sizeof n->text - length);
    n->length = length + 1;
}

static bool is_file_of(const struct mz_socket *s, const struct stat *file)
{
    return s->inode == file->st_ino && s->device == file->st_dev;
}

/* The inode of a file that was removed may be that of a new one. */
static void note_file(struct mz_socket *owner, const struct stat *file)
{
    for (unsigned i = 0; i < MZ_DESCRIPTIONS; i++)
        if (is_file_of(&mz_sockets[i], file))
            mz_sockets[i].inode = mz_sockets[i].device = 0;
    owner->inode = file->st_ino;
    owner->device = file->st_dev;
}

static void find(const char *path, bool follows)
{
    if (!mz_view_is_on())
        mz_unsupported(SOCKET_PATH_SHARED);
    if (!mz_view_find(&place, AT_FDCWD, path, follows))
        mz_unsupported(SOCKET_PATH_PROC);
}

int mz_socket_bind_path(struct mz_socket *s, const struct mz_socket_name *n)
{
    int status;

    find(n->text, false);
    if (place.status.st_mode)
        return -EADDRINUSE;
    if (!place.is_wrong) {
        mz_view_prepare(&place);
        if (place.is_private)
            mz_view_set(place.name, MZ_VIEW_PRIVATE);
    }
    status = MZ_SYSTEM(mknodat, AT_FDCWD, place.path, S_IFSOCK | 0777, 0);
    if (status)
        return status;
    mz_view_look(&place);
    if (!place.is_private)
        mz_give_up("a socket's file is not private");
    note_file(s, &place.status);
    return 0;
}

static struct mz_socket *owner_of(const struct stat *file)
{
    for (unsigned i = 0; i < MZ_DESCRIPTIONS; i++)
        if (mz_sockets[i].is_bound && is_file_of(&mz_sockets[i], file))
            return &mz_sockets[i];
    return NULL;
}

int mz_socket_find_path(uint8_t type, const struct mz_socket_name *n,
                        struct mz_socket **found)
{
    struct stat file;
    int status;

    *found = NULL;
    find(n->text, true);
    status = MZ_SYSTEM(newfstatat, AT_FDCWD, place.path, &file, 0);
    if (!status)
        status = MZ_SYSTEM(faccessat, AT_FDCWD, place.path, W_OK);
    if (status)
        return status;
    if (!S_ISSOCK(file.st_mode))
        return -ECONNREFUSED;
    if (!place.is_private)
        mz_unsupported(CONNECT_FOREIGN);
    *found = owner_of(&file);
    if (*found && (*found)->type != type) {
        *found = NULL;
        return -EPROTOTYPE;
    }
    return *found ? 0 : -ECONNREFUSED;
}

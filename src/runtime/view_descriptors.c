/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who has a file open when it becomes private: descriptors of the real one go
 * on with the copy, at the same place. A shared mapping cannot, so a file that
 * is mapped must not be changed.
 *
 * What was open for writing before main has a copy from the start of the search
 * on, in each process that searches; it is made again after an execution that
 * has written there.
 */
#define _GNU_SOURCE
#include "runtime/view.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/kcmp.h>

#include "base/system_call.h"
#include "runtime/libc_family.h"
#include "runtime/record_lock.h"

enum { MOST = 64 };

static bool is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Do two descriptors have one position? */
static bool share_position(int a, int b)
{
    long self = MZ_SYSTEM(getpid);
    long order = MZ_SYSTEM(kcmp, self, self, KCMP_FILE, a, b);

    if (order < 0)
        mz_unsupported(FILE_TWICE);
    return !order;
}

static int open_like(int fd, const char *path)
{
    long flags = MZ_SYSTEM(fcntl, fd, F_GETFL);
    long copy = MZ_SYSTEM(openat, AT_FDCWD, path,
                          (flags & ~(O_CREAT | O_EXCL | O_TRUNC)) | O_CLOEXEC);

    if (copy < 0)
        mz_give_up("cannot open %s again: error %d", path, (int)-copy);
    MZ_SYSTEM(lseek, copy, MZ_SYSTEM(lseek, fd, 0, SEEK_CUR), SEEK_SET);
    return copy;
}

/* ---- descriptors of a file ----------------------------------------------- */

static const struct stat *wanted;
static int found[MOST], first[MOST]; /* the first with the same position */
static unsigned found_count;

static void take_if_wanted(int fd)
{
    struct stat status;
    unsigned i = 0;

    if (mz_descriptor_is_hidden(fd) || MZ_SYSTEM(fstat, fd, &status) ||
        !is_same_file(&status, wanted) ||
        MZ_SYSTEM(fcntl, fd, F_GETFL) & O_PATH)
        return;
    if (found_count == MOST)
        mz_unsupported(FILE_OFTEN);
    while (i < found_count && !share_position(found[i], fd))
        i++;
    found[found_count] = fd;
    first[found_count++] = i;
}

void mz_view_reopen(const struct stat *status, const char *path)
{
    wanted = status;
    found_count = 0;
    mz_descriptors_each(take_if_wanted);
    for (unsigned i = 0; i < found_count; i++) {
        long flags = MZ_SYSTEM(fcntl, found[i], F_GETFD);
        int copy = first[i] < (int)i ? found[first[i]]
                                     : open_like(found[i], path);

        mz_record_check_replaced(found[i]);
        MZ_SYSTEM(dup3, copy, found[i], flags & FD_CLOEXEC ? O_CLOEXEC : 0);
        if (copy != found[first[i]])
            MZ_SYSTEM(close, copy);
        mz_descriptor_moves(found[i]);
    }
}

/* ---- open for writing before main ---------------------------------------- */

static struct inherited {
    int fd;
    int real; /* hidden, for reading: the file itself */
    unsigned first; /* the first that has the same position */
    struct stat status;
    struct stat copy;
} inherited[MOST];
static unsigned inherited_count;

void mz_view_inherit(int fd)
{
    struct inherited *new = &inherited[inherited_count];
    unsigned i = 0;
    char link[40];
    long real;

    if (!mz_rt.region || !mz_view_is_on())
        return;
    mz_format(link, sizeof link, "/proc/self/fd/%d", fd);
    real = MZ_SYSTEM(openat, AT_FDCWD, link, O_RDONLY | O_CLOEXEC);
    if (real < 0 || inherited_count == MOST)
        mz_unsupported(FILES_BEFORE_MAIN);
    while (i < inherited_count && !share_position(inherited[i].fd, fd))
        i++;
    *new = (struct inherited){.fd = fd, .first = i};
    new->real = mz_descriptor_hide(real);
    MZ_SYSTEM(fstat, fd, &new->status);
    inherited_count++;
}

/* Its place in view, if it has a name; another, if it was removed. */
static void find_place(const struct inherited *d, struct mz_view_place *p)
{
    if (mz_view_name_of(d->real, p->name, &p->is_private)) {
        mz_view_look(p);
        if (p->is_private || is_same_file(&p->status, &d->status))
            return;
    }
    mz_format(p->name, PATH_MAX, "/.open-at-the-start-%d", d->fd);
    mz_view_look(p);
}

/* The time of the copy tells whether it has been written to, and so lies some
 * time back. */
static void make_older(struct stat *status)
{
    status->st_mtim.tv_sec -= 1;
}

static void renew(struct inherited *d)
{
    static struct mz_view_place place;
    struct stat status = d->status;
    long copy;

    find_place(d, &place);
    if (!place.is_private) {
        mz_view_make_private(&place);
        make_older(&status);
        MZ_SYSTEM(close, mz_view_copy_content(d->real, place.path, &status));
    }
    copy = open_like(d->fd, place.path);
    MZ_SYSTEM(fstat, copy, &d->copy);
    mz_descriptor_becomes(d->fd, copy);
    MZ_SYSTEM(close, copy);
}

void mz_view_renew_inherited(void)
{
    for (unsigned i = 0; i < inherited_count; i++)
        if (inherited[i].first == i)
            renew(&inherited[i]);
        else
            mz_descriptor_becomes(inherited[i].fd,
                                  inherited[inherited[i].first].fd);
}

bool mz_view_inherited_is_changed(void)
{
    for (unsigned i = 0; i < inherited_count; i++) {
        const struct stat *old = &inherited[i].copy;
        struct stat now;

        if (inherited[i].first == i && !MZ_SYSTEM(fstat, inherited[i].fd,
                                                  &now) &&
            (now.st_size != old->st_size ||
             now.st_mtim.tv_sec != old->st_mtim.tv_sec ||
             now.st_mtim.tv_nsec != old->st_mtim.tv_nsec))
            return true;
    }
    return false;
}

/* ---- mappings ------------------------------------------------------------ */

static struct stat mapped[MOST];
static unsigned mapped_count;

void mz_view_note_mapping(int descriptor)
{
    struct stat status;

    if (MZ_SYSTEM(fstat, descriptor, &status) || !S_ISREG(status.st_mode) ||
        mz_view_is_mapped(&status))
        return;
    if (mapped_count == MOST)
        mz_unsupported(MAPPED_SHARED);
    mapped[mapped_count++] = status;
}

bool mz_view_is_mapped(const struct stat *status)
{
    for (unsigned i = 0; i < mapped_count; i++)
        if (is_same_file(&mapped[i], status))
            return true;
    return false;
}

void mz_view_forget_mappings(void)
{
    mapped_count = 0;
}

bool mz_view_has_mappings(void)
{
    return mapped_count;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Which number leads to what: who opens, copies, replaces, closes. */
#include "runtime/descriptor_event.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <linux/major.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>

#include "base/system_call.h"
#include "runtime/libc_family.h"
#include "runtime/record_lock.h"
#include "runtime/socket.h"

enum { KEPT = 700 }; /* descriptors that a thread is in the midst of using */
enum { PTMX = 2 };   /* the minor number of /dev/ptmx */

void mz_descriptor_before_open(void)
{
    mz_io_check_block();
    mz_io_touch_one(&mz_descriptor_table, MZ_FILE_CHANGE);
}

void mz_descriptor_before_call_opens(void)
{
    const struct mz_io_access a = {&mz_descriptor_table, MZ_FILE_CHANGE};

    mz_io_touch_as_call(&a, 1);
}

static void take(int fd, unsigned description)
{
    struct mz_descriptor_number *n = mz_number_at(fd);

    n->description = description;
    n->is_taken = n->is_changed = true;
    n->is_installed = false;
    mz_descriptions[description].references++;
}

static void install(int fd)
{
    mz_io_touch_one(&mz_numbers[fd], MZ_FILE_CHANGE);
    mz_numbers[fd].is_installed = true;
}

static void check_number(int fd)
{
    if (!mz_has_number(fd))
        mz_unsupported(DESCRIPTORS);
}

/* What one end of a named pipe or a terminal is sent comes out of the other;
 * that they belong together is not known. */
static bool is_named_pipe(int fd, const struct stat *status)
{
    struct statfs fs;

    return S_ISFIFO(status->st_mode) && !MZ_SYSTEM(fstatfs, fd, &fs) &&
           fs.f_type != PIPEFS_MAGIC;
}

static bool is_pseudo_terminal(const struct stat *status)
{
    unsigned number = major(status->st_rdev);

    return S_ISCHR(status->st_mode) &&
           (status->st_rdev == makedev(TTYAUX_MAJOR, PTMX) ||
            (number >= UNIX98_PTY_SLAVE_MAJOR &&
             number < UNIX98_PTY_SLAVE_MAJOR + UNIX98_PTY_MAJOR_COUNT));
}

static void look_at_kind(int fd, struct mz_description *d)
{
    struct stat status;

    if (MZ_SYSTEM(fstat, fd, &status))
        return;
    if (is_named_pipe(fd, &status))
        mz_unsupported(NAMED_PIPE);
    d->is_terminal = is_pseudo_terminal(&status);
}

void mz_descriptor_opens(int fd, enum mz_descriptor_kind kind, uint64_t pc)
{
    unsigned i;

    if (fd < 0)
        return;
    check_number(fd);
    i = mz_description_new(kind);
    if (kind == MZ_DESCRIPTOR_OTHER &&
        (mz_descriptions[i].file = mz_file_of_descriptor(fd)))
        mz_descriptions[i].kind = MZ_DESCRIPTOR_FILE;
    else if (kind == MZ_DESCRIPTOR_OTHER)
        look_at_kind(fd, &mz_descriptions[i]);
    if (kind >= MZ_DESCRIPTOR_PIPE)
        mz_descriptions[i].pipe = mz_pipe_new(1);
    take(fd, i);
    install(fd);
    mz_descriptor_tell(fd, MZ_ACTION_DESCRIPTOR_OPEN, pc);
}

void mz_descriptor_opens_pair(const int fds[2], enum mz_descriptor_kind kind,
                              uint64_t pc)
{
    unsigned pipe = mz_pipe_new(2);

    for (unsigned end = 0; end < 2; end++) {
        unsigned i;

        check_number(fds[end]);
        i = mz_description_new(kind);
        mz_descriptions[i].pipe = pipe;
        mz_descriptions[i].end = end;
        take(fds[end], i);
    }
    for (unsigned end = 0; end < 2; end++)
        install(fds[end]);
    mz_descriptor_tell(fds[0], MZ_ACTION_DESCRIPTOR_OPEN, pc);
    mz_descriptor_tell(fds[1], MZ_ACTION_DESCRIPTOR_OPEN, pc);
}

int mz_descriptor_reserve(int like)
{
    long fd;

    mz_descriptor_before_open();
    fd = MZ_SYSTEM(fcntl, like, F_DUPFD, 0);
    if (fd < 0)
        return fd;
    check_number(fd);
    mz_descriptors_opened = true;
    mz_number_at(fd)->is_taken = mz_numbers[fd].is_changed = true;
    mz_numbers[fd].is_installed = false;
    return fd;
}

void mz_descriptor_give_back(int fd)
{
    mz_io_touch_one(&mz_descriptor_table, MZ_FILE_CHANGE);
    MZ_SYSTEM(close, fd);
    mz_numbers[fd].is_taken = false;
}

void mz_descriptor_gets(int fd, int taken, unsigned description, bool closes)
{
    MZ_SYSTEM(dup3, taken, fd, closes ? O_CLOEXEC : 0);
    MZ_SYSTEM(close, taken);
    take(fd, description);
}

void mz_descriptor_got(int fd, uint64_t pc)
{
    install(fd);
    mz_descriptor_tell(fd, MZ_ACTION_DESCRIPTOR_OPEN, pc);
}

static void check_unchanged(int fd, int now)
{
    if (now != fd)
        mz_unsupported(COPIED_CLOSED);
}

bool mz_descriptor_before_copy(int fd)
{
    mz_io_check_block();
    if (!mz_io_look_up(fd))
        return false;
    mz_io_begin_to_use(fd);
    mz_io_touch_one(&mz_descriptor_table, MZ_FILE_CHANGE);
    check_unchanged(fd, mz_io_end_to_use(fd));
    return true;
}

void mz_descriptor_copied(int fd, int copy, uint64_t pc)
{
    if (copy < 0)
        return;
    check_number(copy);
    take(copy, mz_description_of(fd) - mz_descriptions);
    install(copy);
    mz_descriptor_tell(copy, MZ_ACTION_DESCRIPTOR_OPEN, pc);
}

static void drop(struct mz_descriptor_number *n)
{
    struct mz_description *d = &mz_descriptions[n->description];

    if (n->is_taken && !--d->references) {
        mz_socket_forget(d);
        mz_pipes[d->pipe].ends -= mz_is_pipe(d);
        mz_io_forget_watches(d - mz_descriptions);
    }
    n->description = MZ_INHERITED;
    n->is_taken = n->is_installed = false;
    n->is_changed = true;
}

/* The number is about to be closed, or to become something else: who is in the
 * midst of using it goes on with what it was. */
static void keep_for_users(int fd)
{
    bool is_closed;
    long copy;

    if (!mz_numbers[fd].users)
        return;
    if (mz_is_pipe(mz_description_of(fd)))
        mz_unsupported(CLOSED_PIPE);
    is_closed = MZ_SYSTEM(fcntl, fd, F_GETFD) & FD_CLOEXEC; /* F_GETFD asks */
    copy = MZ_SYSTEM(fcntl, fd, is_closed ? F_DUPFD_CLOEXEC : F_DUPFD, KEPT);
    if (copy < 0)
        mz_give_up("cannot duplicate descriptor %d: error %d", fd, (int)-copy);
    mz_descriptors_opened = true;
    for (mz_tid t = 0; t < MZ_MAX_THREADS; t++)
        if (mz_descriptor_uses[t].fd == fd + 1 &&
            !mz_descriptor_uses[t].instead)
            mz_descriptor_uses[t].instead = copy;
    mz_numbers[fd].users = 0;
}

/* What may come to its end with it, after the accesses that there are. */
static unsigned add_ends(const struct mz_description *d,
                         struct mz_io_access *a, unsigned count)
{
    const void *of_socket = mz_socket_closes(d);

    if (mz_is_pipe(d))
        a[count++] = (struct mz_io_access){&mz_pipes[d->pipe], MZ_FILE_CHANGE};
    else if (d->file)
        a[count++] =
            (struct mz_io_access){mz_file_lock_of(d->file), MZ_FILE_CHANGE};
    if (d->file)
        a[count++] =
            (struct mz_io_access){mz_file_records_of(d->file), MZ_FILE_CHANGE};
    if (of_socket)
        a[count++] = (struct mz_io_access){of_socket, MZ_FILE_CHANGE};
    return count;
}

static const struct mz_description *description_at(int fd)
{
    return &mz_descriptions[mz_numbers[fd].description];
}

/* What is done to close a number: that, and what may come to its end. */
struct closing {
    struct mz_io_access a[5 + MZ_SETS_OF_ONE];
    unsigned count;
};

static struct closing closing_of(int fd)
{
    const struct mz_description *d = description_at(fd);
    struct closing c = {.a = {{&mz_numbers[fd], MZ_FILE_CHANGE},
                              {&mz_descriptor_table, MZ_FILE_CHANGE}}};

    c.count = add_ends(d, c.a, 2);
    c.count += mz_epoll_sets_of(d, &c.a[c.count]);
    return c;
}

static bool is_same(const struct closing *a, const struct closing *b)
{
    return a->count == b->count && mz_io_is_same(a->a, b->a, a->count);
}

/* The event by which a number is closed, or put to another use: it may be the
 * last of its description, and so the end of a pipe. False: another thread has
 * closed it meanwhile. The event is open until mz_io_end. If it has come into a
 * set of epoll meanwhile, or is in one no more, that was nothing but a look. */
static bool touch_all_of(int fd)
{
    const struct mz_description *d = description_at(fd);
    struct closing before, now = closing_of(fd);

    do {
        before = now;
        mz_io_end();
        if (!mz_turn_is_alone()) {
            mz_atomic_block_begin();
            mz_io_gather(before.a, before.count);
        }
        now = closing_of(fd);
    } while (!is_same(&before, &now));
    if (&mz_descriptions[mz_numbers[fd].description] != d) {
        if (mz_numbers[fd].is_taken)
            mz_unsupported(CLOSED_TWICE);
        return false;
    }
    if (mz_numbers[fd].is_taken && !mz_numbers[fd].is_installed)
        return false;
    if (d->lock)
        mz_file_lock_orders(d, MZ_SYNC_RELEASE_JOIN);
    mz_record_closes(d, fd);
    mz_descriptor_orders(fd);
    keep_for_users(fd);
    return true;
}

static bool closes(int fd, uint64_t pc)
{
    if (!mz_has_number(fd))
        return true;
    mz_io_check_block();
    if (!mz_io_look_up(fd))
        return false;
    if (!touch_all_of(fd))
        return false;
    mz_descriptor_tell(fd, MZ_ACTION_DESCRIPTOR_CLOSE, pc);
    drop(mz_number_at(fd));
    return true;
}

bool mz_descriptor_closes(int fd, uint64_t pc)
{
    bool is_open = closes(fd, pc);

    mz_io_end();
    return is_open;
}

void mz_descriptor_call_closes(int fd, uint64_t pc)
{
    closes(fd, pc);
    if (!mz_rt.interleaving)
        mz_io_end();
}

bool mz_descriptor_before_replace(int fd, int place)
{
    mz_io_check_block();
    if (!mz_io_look_up(fd))
        return false;
    if (fd == place || !mz_has_number(place))
        return true;
    mz_io_begin_to_use(fd);
    mz_io_look_up(place);
    touch_all_of(place);
    mz_io_end();
    if (mz_numbers[place].is_taken && !mz_numbers[place].is_installed)
        mz_unsupported(DUP2_RETURNED);
    check_unchanged(fd, mz_io_end_to_use(fd));
    return true;
}

void mz_descriptor_replaced(int fd, int place)
{
    unsigned description = mz_description_of(fd) - mz_descriptions;

    if (fd == place)
        return;
    check_number(place);
    drop(mz_number_at(place));
    take(place, description);
    mz_numbers[place].is_installed = true;
}

void mz_descriptor_closes_many(const char *name)
{
    if (!mz_turn_is_alone())
        mz_unsupported(BESIDE_THREADS, .text = name);
}

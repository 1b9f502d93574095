/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls that close descriptors, copy them, lock their files, or do to them what
 * a number among their arguments says: fcntl, ioctl. What they do cannot be
 * said by rules as in libc_files.c.
 */
#define _GNU_SOURCE
#include "runtime/libc_forward.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/system_call.h"
#include "runtime/cancel.h"
#include "runtime/descriptor.h"
#include "runtime/libc_paths.h"
#include "runtime/plain.h"
#include "runtime/record_lock.h"
#include "runtime/turn.h"
#include "runtime/view.h"

enum { IOCTL_MOST = 256 };

/* In place of a descriptor that is none for the program. */
static void refuse_number(struct mz_call *call)
{
    call->arguments[0] = -1;
}

static void take_turn_to_close_number(struct mz_call *call,
                                      const struct mz_forward *row)
{
    (void)row;
    if (!mz_descriptor_closes(call->arguments[0], call->caller))
        refuse_number(call);
}

static void before_close(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    mz_descriptor_moves(call->arguments[0]);
    if (mz_descriptor_is_hidden(call->arguments[0]))
        refuse_number(call); /* as if it were not open */
}
MZ_FORWARD_IN_TURN(close, take_turn_to_close_number, before_close, NULL)

static void take_turn_to_copy(struct mz_call *call,
                              const struct mz_forward *row)
{
    (void)row;
    if (!mz_descriptor_before_copy(call->arguments[0]))
        refuse_number(call);
}

static void before_dup(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    mz_descriptors_opened = true;
    mz_descriptor_before_dup(call->arguments[0]);
}

static void note_copied(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    mz_descriptor_copied(call->arguments[0], call->result, call->caller);
}
MZ_FORWARD_IN_TURN(dup, take_turn_to_copy, before_dup, note_copied)

static void take_turn_to_replace(struct mz_call *call,
                                 const struct mz_forward *row)
{
    (void)row;
    if (!mz_descriptor_before_replace(call->arguments[0], call->arguments[1]))
        refuse_number(call);
}

static void before_dup2(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    mz_descriptors_opened = true;
    mz_descriptor_before_dup(call->arguments[0]);
    mz_descriptor_moves(call->arguments[1]);
    if (mz_descriptor_is_hidden(call->arguments[1]))
        mz_unsupported(DESCRIPTOR_HIGH);
}

static void note_replaced(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    if ((int)call->result >= 0)
        mz_descriptor_replaced(call->arguments[0], call->arguments[1]);
}
MZ_FORWARD_IN_TURN(dup2, take_turn_to_replace, before_dup2, note_replaced)
MZ_FORWARD_IN_TURN(dup3, take_turn_to_replace, before_dup2, note_replaced)

static bool is_copy(const struct mz_call *call)
{
    return call->arguments[1] == F_DUPFD ||
           call->arguments[1] == F_DUPFD_CLOEXEC;
}

static bool is_look(uint64_t command)
{
    return command == F_GETFD || command == F_GETFL || command == F_GETPIPE_SZ;
}

/* Whether a call waits is decided before its turn: another thread must not
 * change that meanwhile. So who changes it is the only one that has used it,
 * and all that others do with it comes after that. */
static void refuse_blocking(int fd, bool never_waits)
{
    int64_t flags = MZ_SYSTEM(fcntl, fd, F_GETFL);

    if (flags >= 0 && !(flags & O_NONBLOCK) == never_waits &&
        !mz_turn_is_alone() && mz_io_is_pipe(fd) && !mz_io_settle(fd))
        mz_unsupported(NONBLOCK_LATE);
}

/* Requests of locks of parts of files: what the call is given is read at first,
 * and another thread may change it before the call has its turn. So the kernel
 * is given a copy, and what it answers goes back afterwards. */
static struct {
    struct flock request;
    uint64_t given; /* where it was; 0: cannot be read */
} records[MZ_MAX_THREADS];

static void take_turn_of_record(struct mz_call *call)
{
    uint64_t given = call->arguments[2], request = given;
    struct flock copy;
    bool is_there;

    mz_plain_read((void *)given, sizeof copy, (void *)call->caller);
    is_there = mz_record_read(given, &copy);
    if (is_there)
        request = (uint64_t)&copy;
    call->arguments[0] = mz_record_begin(
        call->arguments[0], &call->arguments[1], request, call->caller);
    records[mz_self()].given = is_there ? given : 0;
    if (!is_there)
        return;
    records[mz_self()].request = copy;
    call->arguments[2] = (uint64_t)&records[mz_self()].request;
}

static void give_back(const struct mz_call *call)
{
    const struct flock answer = records[mz_self()].request;
    void *given = (void *)records[mz_self()].given;

    if (!given || (int)call->result)
        return;
    mz_plain_write(given, sizeof answer, (void *)call->caller);
    mz_snapshot_touch(given, sizeof answer);
    mz_copy(given, &answer, sizeof answer);
}

/* What is given to it is a number, or memory. */
static void announce_fcntl(const struct mz_call *call)
{
    void *given = (void *)call->arguments[2], *pc = (void *)call->caller;

    switch (call->arguments[1]) {
    case F_GETOWN_EX:
        mz_plain_write(given, sizeof(struct f_owner_ex), pc);
        break;
    case F_SETOWN_EX:
        mz_plain_read(given, sizeof(struct f_owner_ex), pc);
        break;
    }
}

static void take_turn_of_fcntl(struct mz_call *call,
                               const struct mz_forward *row)
{
    struct mz_io io = {
        .fd = call->arguments[0],
        .use = is_look(call->arguments[1]) ? MZ_IO_LOOKS : MZ_IO_CHANGES,
        .is_undone =
            call->arguments[1] == F_SETFL || call->arguments[1] == F_SETFD,
        .pc = call->caller,
    };

    if (call->arguments[1] == F_SETFL)
        refuse_blocking(call->arguments[0], call->arguments[2] & O_NONBLOCK);
    if (is_copy(call))
        take_turn_to_copy(call, row);
    else if (mz_record_is_command(call->arguments[1]))
        take_turn_of_record(call);
    else
        call->arguments[0] = mz_io_begin(&io) ? io.fd : -1;
    announce_fcntl(call);
}

static void before_fcntl(struct mz_call *call, const struct mz_forward *row)
{
    switch (call->arguments[1]) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
        before_dup(call, row);
        break;
    case F_SETFL:
        mz_descriptor_before_flags(call->arguments[0]);
        mz_descriptor_moves(call->arguments[0]);
        break;
    case F_SETFD:
        mz_descriptor_moves(call->arguments[0]);
        break;
    case F_GETOWN_EX:
        mz_snapshot_touch((void *)call->arguments[2],
                          sizeof(struct f_owner_ex));
        break;
    }
}

static void after_fcntl(struct mz_call *call, const struct mz_forward *row)
{
    if (is_copy(call))
        note_copied(call, row);
    if (call->arguments[1] == F_GETLK || call->arguments[1] == F_OFD_GETLK)
        give_back(call);
}
MZ_FORWARD_IN_TURN(fcntl, take_turn_of_fcntl, before_fcntl, after_fcntl)
MZ_FORWARD_IN_TURN(fcntl64, take_turn_of_fcntl, before_fcntl, after_fcntl)

static void take_turn_of_lockf(struct mz_call *call,
                               const struct mz_forward *row)
{
    (void)row;
    if (call->arguments[1] == F_LOCK)
        mz_cancel_point(call->caller);
    call->arguments[0] = mz_record_process(call->arguments[0], SEEK_CUR);
}
MZ_FORWARD_IN_TURN(lockf, take_turn_of_lockf, NULL, NULL)
MZ_FORWARD_IN_TURN(lockf64, take_turn_of_lockf, NULL, NULL)

static void note_request(const struct mz_call *call)
{
    struct mz_unseen item = {
        .kind = MZ_UNSEEN_FUNCTION,
        .reason = MZ_UNSEEN_UNKNOWN_REQUEST,
        .library = (uint64_t)call->row->real,
        .pc = call->caller - 1,
    };

    mz_format(item.name, sizeof item.name, "ioctl");
    mz_unseen_note(&mz_rt.region->unseen, &item);
}

static void announce_ioctl(const struct mz_call *call)
{
    void *given = (void *)call->arguments[2], *pc = (void *)call->caller;

    switch (call->arguments[1]) {
    case FIOCLEX:
    case FIONCLEX:
        break;
    case FIONBIO:
    case FIOASYNC:
        mz_plain_read(given, sizeof(int), pc);
        break;
    case FIONREAD:
    case TIOCOUTQ:
        mz_plain_write(given, sizeof(int), pc);
        break;
    case TIOCGWINSZ:
        mz_plain_write(given, sizeof(struct winsize), pc);
        break;
    default:
        note_request(call);
    }
}

static void take_turn_of_ioctl(struct mz_call *call,
                               const struct mz_forward *row)
{
    struct mz_io io = {
        .fd = call->arguments[0],
        .use = call->arguments[1] == FIONREAD ? MZ_IO_LOOKS : MZ_IO_CHANGES,
        .pc = call->caller,
    };

    const int *given = (const int *)call->arguments[2];
    bool never_waits = call->arguments[1] == FIONBIO && given && *given;

    (void)row;
    if (call->arguments[1] == FIONBIO && given)
        refuse_blocking(call->arguments[0], never_waits);
    call->arguments[0] = mz_io_begin(&io) ? io.fd : -1;
    if (call->arguments[1] == FIONBIO && given && !*given == never_waits)
        mz_unsupported(NONBLOCK_LATE);
    announce_ioctl(call);
}

/* How much a request writes is not known in general; what it is given may be a
 * number, which touches nothing. */
static void before_ioctl(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    if (call->arguments[1] == FIONBIO)
        mz_descriptor_before_flags(call->arguments[0]);
    mz_descriptor_moves(call->arguments[0]);
    mz_snapshot_touch((void *)call->arguments[2], IOCTL_MOST);
}
MZ_FORWARD_IN_TURN(ioctl, take_turn_of_ioctl, before_ioctl, NULL)

static void before_fdopendir(struct mz_call *call, const struct mz_forward *row)
{
    mz_descriptors_opened = true;
    mz_path_before_list(call->arguments[0], row->name, true);
}

static void take_turn_of_fdopendir(struct mz_call *call,
                                   const struct mz_forward *row)
{
    (void)row;
    mz_io_number(call->arguments[0]);
}
MZ_FORWARD_IN_TURN(fdopendir, take_turn_of_fdopendir, before_fdopendir, NULL)

/* What is left of a folder that was open before is to be left again. */
static void move_in_folder(struct mz_call *call, const struct mz_forward *row)
{
    DIR *folder = (DIR *)call->arguments[0];

    (void)row;
    if (folder)
        mz_descriptor_moves(dirfd(folder));
}

/* How a DIR of glibc begins: it asks for many entries at once. */
struct stream_of_folder {
    int fd, lock;
    size_t room, size, next; /* bytes of entries */
};

static bool has_more(DIR *folder)
{
    const struct stream_of_folder *s = (const struct stream_of_folder *)folder;

    return s->fd == dirfd(folder) && s->size <= s->room && s->next < s->size;
}

/* What there is in the folder is found out with the first entry, and when those
 * are read that have come with it. */
static void take_turn_to_read_folder(struct mz_call *call,
                                     const struct mz_forward *row)
{
    DIR *folder = (DIR *)call->arguments[0];

    (void)row;
    if (folder && !has_more(folder))
        mz_io_path(&mz_io_names);
}

#define READS_FOLDER(name) \
    MZ_FORWARD_IN_TURN(name, take_turn_to_read_folder, move_in_folder, NULL)
READS_FOLDER(readdir)
READS_FOLDER(readdir64)
READS_FOLDER(readdir_r)
READS_FOLDER(readdir64_r)
MZ_FORWARD(seekdir, move_in_folder)

/* Whether files were made there since. */
static void take_turn_to_rewind(struct mz_call *call,
                                const struct mz_forward *row)
{
    (void)call, (void)row;
    mz_io_path(&mz_io_names);
}

static void before_rewinddir(struct mz_call *call, const struct mz_forward *row)
{
    DIR *folder = (DIR *)call->arguments[0];

    move_in_folder(call, row);
    if (folder)
        mz_path_before_list(dirfd(folder), row->name, false);
}
MZ_FORWARD_IN_TURN(rewinddir, take_turn_to_rewind, before_rewinddir, NULL)

static void before_fflush(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    if (!call->arguments[0] && !mz_turn_is_alone())
        mz_io_flush_streams(call->caller);
}
MZ_FORWARD(fflush, before_fflush)

static void before_flushlbf(struct mz_call *call, const struct mz_forward *row)
{
    (void)call;
    if (!mz_turn_is_alone())
        mz_unsupported(BESIDE_THREADS, .text = row->name);
}
MZ_FORWARD(_flushlbf, before_flushlbf)

static void before_fcloseall(struct mz_call *call,
                             const struct mz_forward *row)
{
    (void)call;
    mz_descriptor_closes_many(row->name);
    mz_descriptors_moved = ~0ull;
}
MZ_FORWARD(fcloseall, before_fcloseall)

MZ_EXPORT int close_range(unsigned first, unsigned last, int flags)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(close_range)(first, last, flags);
    mz_descriptor_closes_many("close_range");
    mz_descriptors_moved = ~0ull;
    return mz_descriptors_close(first, last, flags) ? -1 : 0;
}

MZ_EXPORT void closefrom(int first)
{
    if (!MZ_PROGRAM_CALLS) {
        MZ_REAL(closefrom)(first);
        return;
    }
    mz_descriptor_closes_many("closefrom");
    mz_descriptors_moved = ~0ull;
    mz_descriptors_close(first < 0 ? 0 : first, ~0u, 0);
}

/* ---- locks -------------------------------------------------------------- */

static bool lock_of(int operation, enum mz_file_lock *lock)
{
    switch (operation & ~LOCK_NB) {
    case LOCK_SH:
        *lock = MZ_FILE_SHARED;
        return true;
    case LOCK_EX:
        *lock = MZ_FILE_EXCLUSIVE;
        return true;
    case LOCK_UN:
        *lock = MZ_FILE_UNLOCKED;
        return true;
    default:
        return false;
    }
}

/* The kernel's locks would make all threads wait, and be lost where a file
 * becomes private. */
MZ_EXPORT int flock(int fd, int operation)
{
    enum mz_file_lock lock;
    int status;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(flock)(fd, operation);
    status = lock_of(operation, &lock)
                 ? mz_file_locks(fd, lock, !(operation & LOCK_NB), MZ_PC)
                 : -EINVAL;
    errno = status < 0 ? -status : errno;
    return status < 0 ? -1 : 0;
}

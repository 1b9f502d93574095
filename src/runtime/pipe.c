/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What may be done with pipes, pairs of sockets and counters of events without
 * waiting: the kernel is asked. And how much there is room for.
 */
#define _GNU_SOURCE
#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/socket.h>
#include <time.h>

#include "base/system_call.h"
#include "runtime/record_lock.h"
#include "runtime/socket.h"
#include "runtime/timerfd.h"

/* Who sends is let go on as long as there is room for anything: the kernel does
 * so, too, but poll tells of no room that is not much. */
static bool has_room(int fd)
{
    int queued = 0, room = 0;
    unsigned size = sizeof room;

    return !MZ_SYSTEM(ioctl, fd, TIOCOUTQ, &queued) &&
           !MZ_SYSTEM(getsockopt, fd, SOL_SOCKET, SO_SNDBUF, &room, &size) &&
           4ll * queued > room && queued < room;
}

static uint64_t ready_at(const struct mz_description *d)
{
    struct pollfd one = {.fd = mz_number_of(d), .events = POLLIN | POLLOUT};
    struct timespec none = {0};
    uint64_t ready = 0;

    MZ_SYSTEM(ppoll, &one, 1, &none);
    if (one.revents & (POLLIN | POLLHUP | POLLERR) || mz_timerfd_is_armed(d))
        ready |= MZ_FILE_READY(MZ_FILE_IN, d->end);
    if (mz_socket_is_datagram(d)) /* room is at whom it sends to */
        return ready;
    if (one.revents & (POLLOUT | POLLHUP | POLLERR) ||
        (d->kind == MZ_DESCRIPTOR_SOCKET && has_room(one.fd)))
        ready |= MZ_FILE_READY(MZ_FILE_OUT, d->end);
    return ready;
}

/* Which descriptions are of it is found by the numbers; an end that is closed
 * has none, and nobody waits there. */
bool mz_pipe_state(uint64_t pipe, uint64_t *state)
{
    bool is_done[MZ_DESCRIPTIONS] = {0};

    if (mz_file_is_lock(pipe))
        return mz_file_lock_state(pipe, state);
    if (mz_file_is_records(pipe))
        return mz_record_state(pipe, state);
    *state = mz_socket_state((const struct mz_pipe *)pipe);
    for (unsigned fd = 0; fd < mz_number_count; fd++) {
        const struct mz_descriptor_number *n = &mz_numbers[fd];
        const struct mz_description *d = &mz_descriptions[n->description];

        if (!n->is_taken || n->description == MZ_INHERITED ||
            is_done[n->description] || d->kind < MZ_DESCRIPTOR_PIPE ||
            (uint64_t)&mz_pipes[d->pipe] != pipe)
            continue;
        is_done[n->description] = true;
        *state |= ready_at(d);
    }
    return true;
}

bool mz_io_is_pipe(int fd)
{
    return mz_is_pipe(mz_description_of(fd));
}

bool mz_io_is_socket(int fd)
{
    return mz_description_of(fd)->kind == MZ_DESCRIPTOR_SOCKET;
}

bool mz_io_is_timer(int fd)
{
    return mz_description_of(fd)->kind == MZ_DESCRIPTOR_TIMER;
}

bool mz_io_may_expire(int fd)
{
    return mz_timerfd_may_expire(mz_description_of(fd));
}

long mz_io_write_now(int fd, const void *bytes, size_t size)
{
    long flags = MZ_SYSTEM(fcntl, fd, F_GETFL), done;

    MZ_SYSTEM(fcntl, fd, F_SETFL, flags | O_NONBLOCK);
    done = MZ_SYSTEM(write, fd, bytes, size);
    MZ_SYSTEM(fcntl, fd, F_SETFL, flags);
    return done == -EAGAIN ? 0 : done;
}

/* A pipe has room in pages, of which the last may have some. */
static uint64_t room_of(int fd, enum mz_descriptor_kind kind)
{
    int held = 0, room = 0;
    unsigned size = sizeof room;

    if (kind == MZ_DESCRIPTOR_PIPE) {
        MZ_SYSTEM(ioctl, fd, FIONREAD, &held);
        room = MZ_SYSTEM(fcntl, fd, F_GETPIPE_SZ);
        return held ? 0 : room;
    }
    MZ_SYSTEM(ioctl, fd, TIOCOUTQ, &held);
    MZ_SYSTEM(getsockopt, fd, SOL_SOCKET, SO_SNDBUF, &room, &size);
    return held < room ? (room - held) / 2 : 0;
}

void mz_io_check_room(const struct mz_io *io, uint64_t size, const char *name)
{
    enum mz_descriptor_kind kind = mz_description_of(io->fd)->kind;

    if (mz_io_may_wait(io) && size > PIPE_BUF && size > room_of(io->fd, kind))
        mz_unsupported(PIPE_ROOM, .text = name);
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages, which go to an address or come from one. What a stream has no room
 * for waits, piece by piece. The process ignores SIGPIPE, so that the signal
 * comes from here.
 */
#define _GNU_SOURCE
#include "runtime/libc_messages.h"

#include <errno.h>
#include <signal.h>
#include <sys/un.h>

#include "base/system_call.h"
#include "base/text.h"
#include "runtime/libc_announce.h"
#include "runtime/socket.h"

enum { MOST = 65507 }; /* bytes of a datagram of the internet */

/* A call that sends. */
struct message {
    int fd, flags;
    struct msghdr header;
    struct iovec one;
    const struct msghdr *given; /* of sendmsg */
    struct mz_forward *row;
    uint64_t arguments[6];
    uint64_t pc;
};

void mz_message_refuse_descriptors(const struct msghdr *m)
{
    struct cmsghdr *c = m ? CMSG_FIRSTHDR(m) : NULL;

    for (; c; c = CMSG_NXTHDR((struct msghdr *)m, c))
        if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS)
            mz_unsupported(SOCKET_DESCRIPTORS);
}

static uint64_t size_of(const struct msghdr *m)
{
    uint64_t size = 0;

    for (size_t i = 0; i < m->msg_iovlen; i++)
        size += m->msg_iov[i].iov_len;
    return size;
}

static ssize_t finish(const struct message *m, long status)
{
    int type = 0;
    socklen_t size = sizeof type;

    if (status >= 0)
        return status;
    MZ_SYSTEM(getsockopt, m->fd, SOL_SOCKET, SO_TYPE, &type, &size);
    if (status == -EPIPE && !(m->flags & MSG_NOSIGNAL) && type == SOCK_STREAM)
        mz_signal_raise(SIGPIPE, m->pc);
    errno = -status;
    return -1;
}

/* ---- streams ------------------------------------------------------------- */

static long send_now(const struct message *m, size_t done)
{
    struct iovec rest = {
        .iov_base = (char *)m->one.iov_base + done,
        .iov_len = m->one.iov_len - done,
    };
    struct msghdr header = m->header;
    long n;

    header.msg_iov = &rest;
    n = MZ_SYSTEM(sendmsg, m->fd, &header,
                  m->flags | MSG_DONTWAIT | MSG_NOSIGNAL);
    return n == -EAGAIN && rest.iov_len ? 0 : n;
}

static long send_in_pieces(const struct message *m, struct mz_io *io)
{
    size_t done = 0;
    long n;

    for (;;) {
        n = send_now(m, done);
        if (n > 0)
            done += n;
        if (n < 0 || done == m->one.iov_len)
            break;
        if (!mz_io_again(io, done)) {
            n = -EINTR;
            break;
        }
    }
    return n < 0 && !done ? n : (long)done;
}

static void take_header(struct message *m)
{
    const struct mz_socket *s = mz_socket_of(m->fd);

    if (m->given) {
        mz_message_refuse_descriptors(m->given);
        m->header = *m->given;
    }
    if (m->header.msg_iovlen == 1)
        m->one = m->header.msg_iov[0];
    if (s && s->family != AF_UNIX) { /* it does not look at the address */
        m->header.msg_name = NULL;
        m->header.msg_namelen = 0;
    }
}

static ssize_t send_by_stream(struct message *m)
{
    struct mz_io io = {
        .fd = m->fd,
        .use = MZ_IO_WRITES,
        .never_waits = m->flags & MSG_DONTWAIT,
        .knows_signals = true,
        .pc = m->pc,
    };

    mz_socket_check_flags(m->fd, m->flags);
    if (!mz_announce_io(m->row, &io, m->arguments, m->pc))
        return finish(m, io.is_left ? -EINTR : -EBADF);
    m->fd = io.fd;
    mz_descriptor_moves(m->fd);
    take_header(m);
    if (m->header.msg_iovlen == 1 && mz_io_may_wait(&io))
        return finish(m, send_in_pieces(m, &io));
    mz_io_check_room(&io, size_of(&m->header), m->row->name);
    return finish(
        m, MZ_SYSTEM(sendmsg, m->fd, &m->header, m->flags | MSG_NOSIGNAL));
}

/* ---- datagrams ----------------------------------------------------------- */

static bool may_wait(const struct message *m)
{
    const struct mz_io io = {
        .fd = m->fd,
        .use = MZ_IO_WRITES,
        .never_waits = m->flags & MSG_DONTWAIT,
    };

    return mz_io_may_wait(&io);
}

static long send_there(struct message *m, const struct mz_socket *s,
                       struct sockaddr_un *real, socklen_t length)
{
    long status;

    if (s->family != AF_UNIX && size_of(&m->header) > MOST)
        return -EMSGSIZE;
    m->header.msg_name = real;
    m->header.msg_namelen = length;
    status = MZ_SYSTEM(sendmsg, m->fd, &m->header, m->flags | MSG_DONTWAIT);
    if (status == -EAGAIN && (s->family != AF_UNIX || may_wait(m)))
        mz_unsupported(DATAGRAM_ROOM);
    return status;
}

/* Where it goes is read at first; another thread may change that before the
 * call has its turn. Returns an error, negative. */
static int read_address(struct message *m, const struct mz_socket *s,
                        struct mz_socket_name *name, bool *is_there)
{
    struct msghdr given = m->header;
    struct sockaddr_storage address;

    if (m->given) {
        mz_plain_read(m->given, sizeof *m->given, (void *)m->pc);
        given = *m->given;
    }
    *is_there = given.msg_name;
    if (!*is_there)
        return 0;
    if (given.msg_namelen > sizeof address)
        return -EINVAL;
    mz_plain_read(given.msg_name, given.msg_namelen, (void *)m->pc);
    mz_copy(&address, given.msg_name, given.msg_namelen);
    return mz_socket_read_name(s, name, (struct sockaddr *)&address,
                               given.msg_namelen);
}

static ssize_t send_datagram(struct message *m, const struct mz_socket *s)
{
    struct mz_call call = {.caller = m->pc};
    struct mz_socket_name name;
    struct sockaddr_un real;
    socklen_t length;
    void *function;
    bool is_there;
    int status;

    if (MZ_UNLIKELY(mz_rt.cancelling))
        mz_forward_may_cancel(m->row, m->pc);
    status = read_address(m, s, &name, &is_there);
    if (status)
        return finish(m, status);
    status = mz_socket_sends(m->fd, is_there ? &name : NULL, &real, &length);
    if (status)
        return finish(m, status);
    mz_copy(call.arguments, m->arguments, sizeof call.arguments);
    mz_announce_before(&call, m->row, &function);
    if (m->given) {
        mz_message_refuse_descriptors(m->given);
        m->header = *m->given;
    }
    return finish(m, send_there(m, s, &real, length));
}

static ssize_t send_message(struct message *m)
{
    const struct mz_socket *s = mz_socket_of(m->fd);

    if (!m->given) {
        m->header.msg_iov = &m->one;
        m->header.msg_iovlen = 1;
    }
    return s && s->type == SOCK_DGRAM ? send_datagram(m, s) : send_by_stream(m);
}

/* ---- the calls ----------------------------------------------------------- */

MZ_EXPORT ssize_t send(int fd, const void *bytes, size_t size, int flags)
{
    struct message m = {
        .fd = fd,
        .flags = flags,
        .one = {(void *)bytes, size},
        .row = MZ_ANNOUNCED_ROW(send),
        .arguments = {fd, (uint64_t)bytes, size, flags},
        .pc = MZ_PC,
    };

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(send)(fd, bytes, size, flags);
    return send_message(&m);
}

MZ_EXPORT ssize_t sendto(int fd, const void *bytes, size_t size, int flags,
                         const struct sockaddr *to, socklen_t length)
{
    struct message m = {
        .fd = fd,
        .flags = flags,
        .header = {.msg_name = (void *)to, .msg_namelen = length},
        .one = {(void *)bytes, size},
        .row = MZ_ANNOUNCED_ROW(sendto),
        .arguments = {fd, (uint64_t)bytes, size, flags, (uint64_t)to, length},
        .pc = MZ_PC,
    };

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(sendto)(fd, bytes, size, flags, to, length);
    return send_message(&m);
}

MZ_EXPORT ssize_t sendmsg(int fd, const struct msghdr *header, int flags)
{
    struct message m = {
        .fd = fd,
        .flags = flags,
        .given = header,
        .row = MZ_ANNOUNCED_ROW(sendmsg),
        .arguments = {fd, (uint64_t)header, flags},
        .pc = MZ_PC,
    };

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(sendmsg)(fd, header, flags);
    return send_message(&m);
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls on sockets that are answered here, since the kernel knows the program's
 * sockets by other names, and those of the internet as sockets of Unix
 * (socket.h). What is sent and received goes by the rows of libc_files.c.
 */
#define _GNU_SOURCE
#include "runtime/libc_announce.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

#include "base/system_call.h"
#include "runtime/descriptor_event.h"
#include "runtime/failing.h"
#include "runtime/libc.h"
#include "runtime/socket.h"

MZ_EXPORT int socket(int family, int type, int protocol)
{
    int fails;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(socket)(family, type, protocol);
    if ((fails = mz_fails(MZ_FAILING_SOCKET, MZ_PC)))
        return mz_answer(-fails);
    return mz_answer(mz_socket_open(family, type, protocol, MZ_PC));
}

/* As it is now: another thread may change it before the call has its turn. One
 * that is too long is not looked at. */
static const struct sockaddr *copy_of(const struct sockaddr *address,
                                      socklen_t length,
                                      struct sockaddr_storage *copy)
{
    if (length > sizeof *copy)
        return address;
    mz_copy(copy, address, length);
    return (const struct sockaddr *)copy;
}

MZ_EXPORT int bind(int fd, const struct sockaddr *address, socklen_t length)
{
    struct sockaddr_storage copy;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(bind)(fd, address, length);
    MZ_ANNOUNCE(bind, fd, address, length);
    return mz_answer(
        mz_socket_bind(fd, copy_of(address, length, &copy), length, MZ_PC));
}

MZ_EXPORT int listen(int fd, int backlog)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(listen)(fd, backlog);
    return mz_answer(mz_socket_listen(fd, backlog, MZ_PC));
}

MZ_EXPORT int connect(int fd, const struct sockaddr *address, socklen_t length)
{
    struct sockaddr_storage copy;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(connect)(fd, address, length);
    MZ_ANNOUNCE(connect, fd, address, length);
    return mz_answer(
        mz_socket_connect(fd, copy_of(address, length, &copy), length, MZ_PC));
}

/* ---- accept, and names --------------------------------------------------- */

/* Of one end: its own name, or its peer's. */
static int tell_name(const struct mz_socket *s,
                     const struct mz_socket_name *name,
                     struct sockaddr *address, socklen_t *length)
{
    mz_snapshot_touch(length, sizeof *length);
    if ((int)*length < 0)
        return -EINVAL;
    mz_snapshot_touch(address, *length);
    mz_socket_name_write(name, s->family, address, length);
    return 0;
}

static socklen_t given(const socklen_t *length)
{
    return length ? *length : 0;
}

/* The peer's name is told when the connection is there. */
static int accept_as(struct mz_forward *row, int fd, struct sockaddr *address,
                     socklen_t *length, int flags, uint64_t pc)
{
    const uint64_t arguments[6] = {fd, (uint64_t)address, (uint64_t)length};
    const struct mz_socket *s;
    socklen_t room;
    int number;

    if (MZ_UNLIKELY(mz_rt.cancelling))
        mz_forward_may_cancel(row, pc);
    number = mz_socket_accept(fd, flags, pc);
    if (number < 0 || !address)
        return number;
    s = mz_socket_of(number);
    mz_announce_rest(row, arguments, pc);
    room = given(length);
    tell_name(s, &s->peer, address, length);
    mz_announce_filled(row, arguments, pc, number, 2, room);
    return number;
}

MZ_EXPORT int accept(int fd, struct sockaddr *restrict address,
                     socklen_t *restrict length)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(accept)(fd, address, length);
    return mz_answer(
        accept_as(MZ_ANNOUNCED_ROW(accept), fd, address, length, 0, MZ_PC));
}

MZ_EXPORT int accept4(int fd, struct sockaddr *restrict address,
                      socklen_t *restrict length, int flags)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(accept4)(fd, address, length, flags);
    return mz_answer(accept_as(MZ_ANNOUNCED_ROW(accept4), fd, address, length,
                               flags, MZ_PC));
}

static int name_of(int fd, struct sockaddr *address, socklen_t *length)
{
    const struct mz_socket *s = mz_socket_of(fd);

    return s ? tell_name(s, &s->name, address, length)
             : MZ_SYSTEM(getsockname, fd, address, length);
}

static int peer_of(int fd, struct sockaddr *address, socklen_t *length)
{
    const struct mz_socket *s = mz_socket_of(fd);

    if (s && !s->is_connected)
        return -ENOTCONN;
    return s ? tell_name(s, &s->peer, address, length)
             : MZ_SYSTEM(getpeername, fd, address, length);
}

#define TELLS_NAME(call, told_by)                                       \
    MZ_EXPORT int call(int fd, struct sockaddr *restrict address,       \
                       socklen_t *restrict length)                      \
    {                                                                   \
        struct mz_io io = {.fd = fd, .use = MZ_IO_LOOKS, .pc = MZ_PC};  \
        int status;                                                     \
        socklen_t room;                                                 \
                                                                        \
        if (!MZ_PROGRAM_CALLS)                                          \
            return MZ_REAL(call)(fd, address, length);                  \
        if (!MZ_ANNOUNCE_IO(call, &io, fd, address, length))            \
            return mz_answer(-EBADF);                                   \
        room = given(length);                                           \
        status = told_by(io.fd, address, length);                       \
        MZ_ANNOUNCE_FILLED(call, status, 2, room, fd, address, length); \
        return mz_answer(status);                                       \
    }
TELLS_NAME(getsockname, name_of)
TELLS_NAME(getpeername, peer_of)

/* ---- options ------------------------------------------------------------- */

static _Noreturn void refuse_option(const char *name, int level, int option)
{
    mz_unsupported(SOCKET_OPTION, .text = name, .numbers = {level, option});
}

/* With a time limit a call that finds nothing would return; nobody waits so. */
static void check_general(int option, const void *value, socklen_t size)
{
    static const struct timeval none;

    if ((option == SO_RCVTIMEO || option == SO_SNDTIMEO) &&
        size >= sizeof none && mz_compare(value, &none, sizeof none))
        mz_unsupported(SOCKET_TIMED);
    if (option == SO_REUSEPORT || option == SO_PASSCRED)
        refuse_option("setsockopt", SOL_SOCKET, option);
}

/* How the internet transports what is sent makes no difference here. */
static bool is_harmless(int level, int option)
{
    return level == IPPROTO_TCP
               ? option == TCP_NODELAY || option == TCP_QUICKACK ||
                     option == TCP_CORK || option == TCP_KEEPIDLE ||
                     option == TCP_KEEPINTVL || option == TCP_KEEPCNT ||
                     option == TCP_USER_TIMEOUT
               : level == IPPROTO_IP && (option == IP_TOS || option == IP_TTL);
}

static void check_linger(const struct mz_socket *s, int option,
                         const struct linger *value, socklen_t size)
{
    if (s->family != AF_UNIX && option == SO_LINGER && size >= sizeof *value &&
        value->l_onoff && !value->l_linger)
        mz_unsupported(SOCKET_LINGERS);
}

static int set_inet(struct mz_socket *s, int level, int option,
                    const void *value, socklen_t size)
{
    if (size < sizeof(int))
        return -EINVAL;
    if (level == IPPROTO_TCP && option == TCP_NODELAY)
        s->has_no_delay = *(const int *)value;
    else if (level == IPPROTO_IPV6 && option == IPV6_V6ONLY && !s->is_bound)
        s->is_v6_only = *(const int *)value;
    else if (!is_harmless(level, option))
        refuse_option("setsockopt", level, option);
    return 0;
}

static int set_option(int fd, int level, int option, const void *value,
                      socklen_t size)
{
    struct mz_socket *s = mz_socket_of(fd);

    if (level == SOL_SOCKET)
        check_general(option, value, size);
    if (s && level == SOL_SOCKET)
        check_linger(s, option, value, size);
    if (s && level != SOL_SOCKET && s->family != AF_UNIX)
        return set_inet(s, level, option, value, size);
    return MZ_SYSTEM(setsockopt, fd, level, option, value, size);
}

MZ_EXPORT int setsockopt(int fd, int level, int option, const void *value,
                         socklen_t size)
{
    struct mz_io io = {.fd = fd, .use = MZ_IO_CHANGES, .pc = MZ_PC};

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(setsockopt)(fd, level, option, value, size);
    if (!MZ_ANNOUNCE_IO(setsockopt, &io, fd, level, option, value, size))
        return mz_answer(-EBADF);
    return mz_answer(set_option(io.fd, level, option, value, size));
}

static int give(int number, void *value, socklen_t *size)
{
    if (*size > sizeof number)
        *size = sizeof number;
    mz_copy(value, &number, *size);
    return 0;
}

static int get_inet(const struct mz_socket *s, int level, int option,
                    void *value, socklen_t *size)
{
    if (level == IPPROTO_TCP && option == TCP_NODELAY)
        return give(s->has_no_delay, value, size);
    if (level == IPPROTO_IPV6 && option == IPV6_V6ONLY)
        return give(s->is_v6_only, value, size);
    refuse_option("getsockopt", level, option);
}

/* Of this process, whatever it is in this execution. */
static int get_credentials(int fd, struct ucred *value, socklen_t *size)
{
    int status =
        MZ_SYSTEM(getsockopt, fd, SOL_SOCKET, SO_PEERCRED, value, size);

    if (!status && *size >= sizeof value->pid && value->pid)
        value->pid = mz_identity_pid();
    return status;
}

static int get_option(int fd, int level, int option, void *value,
                      socklen_t *size)
{
    const struct mz_socket *s = mz_socket_of(fd);

    mz_snapshot_touch(size, sizeof *size);
    mz_snapshot_touch(value, (int)*size > 0 ? *size : 0);
    if (level == SOL_SOCKET && option == SO_PEERCRED)
        return get_credentials(fd, value, size);
    if (!s || s->family == AF_UNIX)
        return MZ_SYSTEM(getsockopt, fd, level, option, value, size);
    if (level != SOL_SOCKET)
        return get_inet(s, level, option, value, size);
    if (option == SO_DOMAIN)
        return give(s->family, value, size);
    if (option == SO_PROTOCOL)
        return give(s->type == SOCK_STREAM ? IPPROTO_TCP : IPPROTO_UDP, value,
                    size);
    return MZ_SYSTEM(getsockopt, fd, level, option, value, size);
}

MZ_EXPORT int getsockopt(int fd, int level, int option, void *restrict value,
                         socklen_t *restrict size)
{
    struct mz_io io = {.fd = fd, .pc = MZ_PC};
    int status;
    socklen_t room;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(getsockopt)(fd, level, option, value, size);
    io.use = MZ_IO_CHANGES; /* SO_ERROR forgets one */
    if (!MZ_ANNOUNCE_IO(getsockopt, &io, fd, level, option, value, size))
        return mz_answer(-EBADF);
    room = given(size);
    status = get_option(io.fd, level, option, value, size);
    MZ_ANNOUNCE_FILLED(getsockopt, status, 4, room, fd, level, option, value,
                       size);
    return mz_answer(status);
}

/* ---- shutdown ------------------------------------------------------------ */

/* What the kernel does with a socket of Unix, and not of the internet. */
static void check_shutdown(const struct mz_socket *s, int how)
{
    if (s->type == SOCK_DGRAM)
        mz_unsupported(SHUTDOWN_DATAGRAM);
    if (s->family == AF_UNIX)
        return;
    if (s->listens && s->waiting)
        mz_unsupported(SHUTDOWN_UNACCEPTED);
    if (how == SHUT_RD && !s->listens)
        mz_unsupported(SHUTDOWN_READS);
}

static int shut_down(int fd, int how)
{
    struct mz_socket *s = mz_socket_of(fd);
    int status;

    if (s)
        check_shutdown(s, how);
    if (s && s->family != AF_UNIX && !s->is_connected && !s->listens)
        return -ENOTCONN;
    status = MZ_SYSTEM(shutdown, fd, how);
    if (s && !status) {
        s->is_read_shut |= how != SHUT_WR;
        s->is_write_shut |= how != SHUT_RD;
    }
    return status;
}

MZ_EXPORT int shutdown(int fd, int how)
{
    struct mz_io io = {.fd = fd, .use = MZ_IO_CHANGES, .pc = MZ_PC};
    int status;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(shutdown)(fd, how);
    mz_descriptor_moves(fd);
    if (!mz_io_begin(&io))
        return mz_answer(-EBADF);
    status = shut_down(io.fd, how);
    mz_io_end();
    mz_descriptor_orders(io.fd);
    return mz_answer(status);
}

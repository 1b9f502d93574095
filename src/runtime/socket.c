/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/socket.h"

#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/un.h>
#include <time.h>

#include "base/system_call.h"
#include "runtime/checkpoint.h"
#include "runtime/descriptor_event.h"
#include "runtime/libc_family.h"
#include "runtime/parts.h"
#include "runtime/state.h"

enum {
    FIRST_PORT = 49152, /* of those that sockets get that have chosen none */
    PRIVILEGED = 1024,
};

uint64_t mz_socket_names;
struct mz_socket mz_sockets[MZ_DESCRIPTIONS];
static unsigned count; /* those from there on are none */

/* Ports that had connections: bits. */
static uint64_t connected_ports[65536 / 64];

void mz_socket_reset(void)
{
    if (!count)
        return;
    mz_fill(mz_sockets, 0, count * sizeof mz_sockets[0]);
    mz_fill(connected_ports, 0, sizeof connected_ports);
    count = 0;
}

void mz_socket_checkpoint(void)
{
    mz_checkpoint_need(!count);
}

/* Names and queues: what they lead to the kernel knows, by names that it chose
 * for this execution. */
void mz_socket_fingerprint(struct mz_fingerprint *f)
{
    for (unsigned i = 0; i < count; i++) {
        struct mz_socket s = mz_sockets[i];

        mz_fill(s.real, 0, sizeof s.real);
        mz_state_add(f, &s, sizeof s);
    }
}

struct mz_socket *mz_socket_of(int fd)
{
    struct mz_socket *s = &mz_sockets[mz_description_of(fd) - mz_descriptions];

    return s->family ? s : NULL;
}

static struct mz_description *description_of(const struct mz_socket *s)
{
    return &mz_descriptions[s - mz_sockets];
}

struct mz_pipe *mz_socket_pipe(const struct mz_socket *s)
{
    return &mz_pipes[description_of(s)->pipe];
}

/* ---- which there are ----------------------------------------------------- */

static bool is_inet(int family)
{
    return family == AF_INET || family == AF_INET6;
}

bool mz_socket_is_known(int family, int type, int protocol)
{
    switch (type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC)) {
    case SOCK_STREAM:
        return family == AF_UNIX
                   ? !protocol
                   : is_inet(family) && (!protocol || protocol == IPPROTO_TCP);
    case SOCK_DGRAM:
        return family == AF_UNIX
                   ? !protocol
                   : is_inet(family) && (!protocol || protocol == IPPROTO_UDP);
    case SOCK_SEQPACKET:
        return family == AF_UNIX && !protocol;
    default:
        return false;
    }
}

struct mz_socket *mz_socket_note(unsigned description, sa_family_t family,
                                 int type)
{
    if (count <= description)
        count = description + 1;
    mz_sockets[description] = (struct mz_socket){
        .family = family,
        .type = type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC),
    };
    return &mz_sockets[description];
}

int mz_socket_open(int family, int type, int protocol, uint64_t pc)
{
    bool is_known = mz_socket_is_known(family, type, protocol);
    int fd;

    mz_descriptors_opened = true;
    mz_descriptor_before_open();
    fd = is_known ? MZ_SYSTEM(socket, AF_UNIX, type, 0)
                  : MZ_SYSTEM(socket, family, type, protocol);
    if (fd < 0)
        return fd;
    if (!is_known)
        mz_unsupported(SOCKET_FAMILY);
    mz_descriptor_opens(fd, MZ_DESCRIPTOR_SOCKET, pc);
    mz_socket_note(mz_description_of(fd) - mz_descriptions, family, type);
    return fd;
}

/* ---- names --------------------------------------------------------------- */

struct mz_socket *mz_socket_find(uint8_t type, const struct mz_socket_name *to)
{
    for (unsigned i = 0; i < count; i++) {
        struct mz_socket *s = &mz_sockets[i];

        if (s->is_bound && s->type == type &&
            mz_socket_name_has(&s->name, s->is_v6_only, to))
            return s;
    }
    return NULL;
}

static bool is_in_use(const struct mz_socket *s, const struct mz_socket_name *n)
{
    for (unsigned i = 0; i < count; i++) {
        const struct mz_socket *o = &mz_sockets[i];

        if (o->is_bound && o->type == s->type &&
            (mz_socket_name_has(&o->name, o->is_v6_only, n) ||
             mz_socket_name_has(n, s->is_v6_only, &o->name)))
            return true;
    }
    return false;
}

/* Of each socket its own, so that it does not matter who is first. */
void mz_socket_choose_port(struct mz_socket *s)
{
    if (is_inet(s->family) && !s->name.port)
        s->name.port = FIRST_PORT + (s - mz_sockets);
}

int mz_socket_bind_real(struct mz_socket *s, int fd)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    socklen_t length = sizeof address;
    int status;

    if (s->real_length)
        return 0;
    status = MZ_SYSTEM(bind, fd, &address, sizeof address.sun_family);
    if (status < 0)
        return status;
    MZ_SYSTEM(getsockname, fd, &address, &length);
    s->real_length = length - sizeof address.sun_family;
    if (s->real_length != sizeof s->real)
        mz_give_up("the kernel's name of a socket has %u bytes", length);
    mz_copy(s->real, address.sun_path, sizeof s->real);
    return 0;
}

bool mz_socket_has_option(int fd, int option)
{
    int value = 0;
    socklen_t size = sizeof value;

    MZ_SYSTEM(getsockopt, fd, SOL_SOCKET, option, &value, &size);
    return value;
}

/* The kernel would say that the port is in use as long as connections are that
 * were closed here. */
static void need_free_port(const struct mz_socket_name *n, int fd)
{
    if (n->port && n->port < PRIVILEGED)
        mz_unsupported(BIND_LOW);
    if (n->port >= FIRST_PORT && n->port < FIRST_PORT + MZ_DESCRIPTIONS)
        mz_unsupported(BIND_HIGH);
    if (connected_ports[n->port / 64] >> n->port % 64 & 1 &&
        !mz_socket_has_option(fd, SO_REUSEADDR))
        mz_unsupported(BIND_USED);
}

void mz_socket_note_connection(const struct mz_socket *s)
{
    connected_ports[s->name.port / 64] |= 1ull << s->name.port % 64;
}

static int check_name(const struct mz_socket *s, const struct mz_socket_name *n,
                      int fd)
{
    if (s->is_bound || s->is_connected)
        return -EINVAL;
    if (s->family == AF_UNIX && !n->length)
        mz_unsupported(BIND_UNNAMED);
    if (mz_socket_is_path(n))
        return 0;
    if (!mz_socket_name_is_local(n))
        mz_unsupported(BIND_ELSEWHERE);
    if (is_inet(s->family))
        need_free_port(n, fd);
    return is_in_use(s, n) ? -EADDRINUSE : 0;
}

static int bind_to(struct mz_socket *s, const struct mz_socket_name *n, int fd)
{
    int status = check_name(s, n, fd);

    if (!status && mz_socket_is_path(n))
        status = mz_socket_bind_path(s, n);
    if (status)
        return status;
    s->name = *n;
    mz_socket_choose_port(s);
    s->is_bound = true;
    return s->type == SOCK_DGRAM ? mz_socket_bind_datagram(s, fd) : 0;
}

int mz_socket_refuse(int fd, const char *name)
{
    int type;
    socklen_t size = sizeof type;
    long status = MZ_SYSTEM(getsockopt, fd, SOL_SOCKET, SO_TYPE, &type, &size);

    if (!status)
        mz_unsupported(SOCKET_FOREIGN, .text = name);
    return status;
}

/* All names change, those of files, too, if it is one of these. */
static void touch_to_bind(const struct mz_socket *s, bool is_path)
{
    const struct mz_io_access a[] = {
        {mz_socket_pipe(s), MZ_FILE_CHANGE},
        {&mz_socket_names, MZ_FILE_CHANGE},
        {&mz_file_names, MZ_FILE_CHANGE},
    };

    mz_io_touch(a, is_path ? 3 : 2);
}

int mz_socket_bind(int fd, const struct sockaddr *address, socklen_t length,
                   uint64_t pc)
{
    struct mz_socket_name name;
    struct mz_socket *s;
    int status;

    mz_io_check_block();
    if (!mz_io_look_up(fd))
        return -EBADF;
    s = mz_socket_of(fd);
    if (!s)
        return mz_socket_refuse(fd, "bind");
    status = mz_socket_name_read(&name, s->family, address, length);
    if (!status)
        mz_socket_path_end(&name);
    mz_io_begin_to_use(fd);
    touch_to_bind(s, !status && mz_socket_is_path(&name));
    mz_io_end_to_use(fd);
    mz_descriptor_tell(fd, MZ_ACTION_SOCKET_BIND, pc);
    return status ? status : bind_to(s, &name, fd);
}

int mz_socket_read_name(const struct mz_socket *s, struct mz_socket_name *name,
                        const struct sockaddr *address, socklen_t length)
{
    int status;

    if (length >= sizeof address->sa_family && address->sa_family == AF_UNSPEC)
        mz_unsupported(CONNECT_NOWHERE);
    status = mz_socket_name_read(name, s->family, address, length);
    if (!status && s->family == AF_UNIX && !name->length)
        status = -EINVAL;
    if (status)
        return status;
    mz_socket_path_end(name);
    if (!mz_socket_name_is_local(name))
        mz_unsupported(CONNECT_ELSEWHERE);
    if (s->family != AF_UNIX)
        mz_socket_name_make_definite(name);
    return 0;
}

/* ---- queues of connections ----------------------------------------------- */

static int listen_by(struct mz_socket *s, int fd, int backlog)
{
    int status;

    if (s->type == SOCK_DGRAM)
        return -EOPNOTSUPP;
    if (s->is_connected || (!s->is_bound && s->family == AF_UNIX))
        return -EINVAL;
    if (s->is_read_shut || s->is_write_shut)
        mz_unsupported(LISTEN_SHUT);
    if (!s->is_bound)
        mz_unsupported(LISTEN_UNBOUND);
    status = mz_socket_bind_real(s, fd);
    if (!status)
        status = MZ_SYSTEM(listen, fd, backlog);
    if (status)
        return status;
    s->listens = true;
    s->backlog = backlog;
    mz_socket_pipe(s)->listener = s - mz_sockets;
    return 0;
}

int mz_socket_listen(int fd, int backlog, uint64_t pc)
{
    struct mz_io io = {.fd = fd, .use = MZ_IO_CHANGES, .pc = pc};
    struct mz_socket *s;
    int status;

    if (!mz_io_begin(&io))
        return -EBADF;
    s = mz_socket_of(io.fd);
    status =
        s ? listen_by(s, io.fd, backlog) : mz_socket_refuse(io.fd, "listen");
    mz_io_end();
    return status;
}

/* ---- for descriptors ----------------------------------------------------- */

bool mz_socket_is_datagram(const struct mz_description *d)
{
    return mz_sockets[d - mz_descriptions].type == SOCK_DGRAM;
}

static bool is_hung_up(int fd)
{
    struct pollfd one = {.fd = fd};
    struct timespec none = {0};

    MZ_SYSTEM(ppoll, &one, 1, &none);
    return one.revents & POLLHUP;
}

/* What the internet does otherwise than the kernel's sockets of Unix: it takes
 * what is sent to one that was closed, and loses it. */
void mz_socket_check(int fd, bool is_output)
{
    const struct mz_socket *s = mz_socket_of(fd);

    if (s && s->type == SOCK_DGRAM && is_output)
        mz_unsupported(DATAGRAM_CALL);
    if (!s || !is_inet(s->family) || s->type == SOCK_DGRAM)
        return;
    if (!s->is_connected)
        mz_unsupported(SOCKET_UNCONNECTED);
    if (is_output && !s->is_write_shut && is_hung_up(fd))
        mz_unsupported(SOCKET_SENDS_CLOSED);
}

void mz_socket_check_flags(int fd, int flags)
{
    const struct mz_socket *s = mz_socket_of(fd);

    if (mz_io_is_pipe(fd) && flags & (MSG_OOB | MSG_ERRQUEUE))
        mz_unsupported(SOCKET_OUT_OF_BAND);
    if (s && is_inet(s->family) && s->type == SOCK_STREAM && flags & MSG_TRUNC)
        mz_unsupported(SOCKET_TRUNCATES);
}

static const struct mz_socket_name *sender_of(const struct mz_socket *s,
                                              const struct sockaddr *address,
                                              socklen_t length, socklen_t room)
{
    if (s->type != SOCK_DGRAM)
        return s->family == AF_UNIX ? &s->peer : NULL;
    if (room < sizeof(sa_family_t) + sizeof s->real)
        mz_unsupported(SOCKET_ADDRESS);
    return length ? mz_socket_sender((const struct sockaddr_un *)address)
                  : NULL;
}

void mz_socket_tell_sender(int fd, struct sockaddr *address, socklen_t *length,
                           socklen_t room)
{
    const struct mz_socket *s = mz_socket_of(fd);
    const struct mz_socket_name *sender;

    if (!s || !address)
        return;
    sender = sender_of(s, address, *length, room);
    *length = sender ? room : 0;
    if (sender)
        mz_socket_name_write(sender, s->family, address, length);
}

/* An end of a connection without a name of its own leaves no name. */
const void *mz_socket_closes(const struct mz_description *d)
{
    const struct mz_socket *s = &mz_sockets[d - mz_descriptions];

    return s->family && (s->is_bound || !s->is_connected) ? &mz_socket_names
                                                          : NULL;
}

/* Who is in its queue learns that the connection is reset. */
void mz_socket_forget(const struct mz_description *d)
{
    struct mz_socket *s = &mz_sockets[d - mz_descriptions];
    struct mz_pipe *queue = mz_socket_pipe(s);

    if (!s->family)
        return;
    if (s->waiting && !mz_turn_is_alone())
        mz_unsupported(SOCKET_CLOSED);
    for (unsigned i = s->first; i; i = mz_pipes[i].next) {
        mz_pipes[i].ends--;
        mz_pipes[i].is_pending = false;
    }
    if (s->listens) {
        queue->listener = 0;
        queue->is_closed = true;
    }
    *s = (struct mz_socket){0};
}

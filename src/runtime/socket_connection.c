/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who connects, and who accepts. A call that connects tries, which is one event
 * of its socket, of the queue of the one that listens, and of all names. If
 * there is no room it waits for some, and tries again. A call that accepts gets
 * its number first, as in the kernel, and then waits.
 */
#define _GNU_SOURCE
#include "runtime/socket.h"

#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/un.h>

#include "base/system_call.h"
#include "runtime/cancel.h"
#include "runtime/descriptor_event.h"

/* Of each connection, by its pipe: whose it is, and whom it was made to. (What
 * was never made nobody looks at.) */
static struct {
    struct mz_socket_name client, server;
} names[MZ_PIPES];

static unsigned number_of(const struct mz_pipe *pipe)
{
    return pipe - mz_pipes;
}

/* ---- what waits for a queue ---------------------------------------------- */

static bool has_room(const struct mz_socket *s)
{
    return s->waiting <= s->backlog || s->is_read_shut;
}

/* The end that was not accepted yet: what was sent there, or that nothing will
 * be; to send from there would not have to wait. */
static uint64_t pending_state(const struct mz_pipe *pipe)
{
    uint64_t state = MZ_FILE_READY(MZ_FILE_OUT, 1);
    int sent = 1;

    for (unsigned i = 0; i < MZ_DESCRIPTIONS; i++) {
        const struct mz_description *d = &mz_descriptions[i];

        if (d->references && mz_is_pipe(d) && &mz_pipes[d->pipe] == pipe &&
            !mz_sockets[i].is_write_shut)
            MZ_SYSTEM(ioctl, mz_number_of(d), TIOCOUTQ, &sent);
    }
    return sent ? state | MZ_FILE_READY(MZ_FILE_IN, 1) : state;
}

uint64_t mz_socket_state(const struct mz_pipe *pipe)
{
    if (pipe->is_pending)
        return pending_state(pipe);
    if (pipe->is_closed ||
        (pipe->listener && has_room(&mz_sockets[pipe->listener])))
        return MZ_FILE_READY(MZ_FILE_OUT, 1);
    return 0;
}

/* While it waits the queue stays what it is, though it may be closed. */
static void wait_for_room(struct mz_pipe *queue, int fd, uint64_t pc)
{
    const struct mz_visible v = {
        .kind = MZ_FILE_WAIT,
        .object = mz_object_of_lock(queue),
        .mask = 0xff,
        .state = queue,
        .number = MZ_FILE_READY(MZ_FILE_OUT, 1),
        .address = MZ_DESCRIPTOR_ADDRESS + fd,
        .action = MZ_ACTION_SOCKET_CONNECT,
        .pc = pc,
    };
    uint64_t state;

    queue->ends++;
    mz_cancel_begin_wait();
    mz_visible_begin(&v);
    mz_cancel_end_wait();
    mz_pipe_state((uint64_t)queue, &state);
    if (!(state & v.number))
        mz_visible_refuse(v.kind, v.object, state);
    mz_visible_end(&v, v.kind, state, v.number);
    queue->ends--;
}

/* ---- connect ------------------------------------------------------------- */

static bool never_waits(int fd)
{
    mz_io_note_user(fd);
    return MZ_SYSTEM(fcntl, fd, F_GETFL) & O_NONBLOCK;
}

/* Without a wait, whatever happens. */
static int connect_real(const struct mz_socket *to, int fd)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    long flags = MZ_SYSTEM(fcntl, fd, F_GETFL);
    int status;

    mz_copy(address.sun_path, to->real, to->real_length);
    MZ_SYSTEM(fcntl, fd, F_SETFL, flags | O_NONBLOCK);
    status = MZ_SYSTEM(connect, fd, &address,
                       sizeof address.sun_family + to->real_length);
    MZ_SYSTEM(fcntl, fd, F_SETFL, flags);
    return status;
}

static void put_in_queue(struct mz_socket *to, struct mz_pipe *pipe)
{
    if (to->waiting++)
        mz_pipes[to->last].next = number_of(pipe);
    else
        to->first = number_of(pipe);
    to->last = number_of(pipe);
    pipe->next = 0;
    pipe->is_pending = true;
    pipe->ends++;
}

static void note_connection(struct mz_socket *s, struct mz_socket *to,
                            const struct mz_socket_name *name)
{
    struct mz_pipe *pipe = mz_socket_pipe(s);

    if (!s->is_bound)
        mz_socket_name_opposite(&s->name, name);
    mz_socket_choose_port(s);
    s->is_connected = true;
    s->peer = *name;
    names[number_of(pipe)].client = s->name;
    names[number_of(pipe)].server = *name;
    mz_socket_note_connection(to);
    put_in_queue(to, pipe);
    if (mz_rt.detecting)
        mz_race_detector_synchronise(mz_self(),
                                     mz_pipe_clock(mz_socket_pipe(to), 1),
                                     MZ_SYNC_RELEASE_JOIN);
}

static int own_state(struct mz_socket *s)
{
    if (s->is_in_progress) { /* and now the program learns how it went */
        s->is_in_progress = false;
        return 1;
    }
    if (s->is_connected)
        return -EISCONN;
    if (s->listens)
        return s->family == AF_UNIX ? -EINVAL : -EISCONN;
    return 0;
}

/* To nobody: a program that does not wait for it learns so later, by poll and
 * SO_ERROR, which the kernel's sockets of Unix do not have. */
static int refused(const struct mz_socket *s, int fd)
{
    if (s->family != AF_UNIX && never_waits(fd))
        mz_unsupported(CONNECT_UNHEARD);
    return -ECONNREFUSED;
}

/* A try; EAGAIN: there is no room. */
static int try_to_connect(struct mz_socket *s, struct mz_socket *to,
                          const struct mz_socket_name *name, int fd)
{
    int status = own_state(s);

    if (mz_socket_is_path(name) && to)
        name = &to->name; /* the path that it was bound to */

    if (status)
        return status < 0 ? status : 0;
    if (!to || !to->listens || to->is_read_shut)
        return refused(s, fd);
    if (to->waiting > to->backlog)
        return s->family != AF_UNIX && never_waits(fd) ? refused(s, fd)
                                                       : -EAGAIN;
    status = connect_real(to, fd);
    if (status)
        return status;
    note_connection(s, to, name);
    s->is_in_progress = s->family != AF_UNIX && never_waits(fd);
    return s->is_in_progress ? -EINPROGRESS : 0;
}

/* An event of the queue that was found before. */
static void begin_to_try(const struct mz_socket *s, const struct mz_pipe *queue,
                         bool by_path)
{
    struct mz_io_access a[4];
    unsigned count = 0;

    a[count++] = (struct mz_io_access){&mz_socket_names, MZ_FILE_LOOK};
    a[count++] = (struct mz_io_access){mz_socket_pipe(s), MZ_FILE_CHANGE};
    if (queue && queue != mz_socket_pipe(s))
        a[count++] = (struct mz_io_access){queue, MZ_FILE_CHANGE};
    if (by_path)
        a[count++] = (struct mz_io_access){&mz_file_names, MZ_FILE_LOOK};
    mz_io_touch(a, count);
}

static void look_at_names(bool by_path)
{
    const struct mz_io_access a[] = {
        {&mz_socket_names, MZ_FILE_LOOK},
        {&mz_file_names, MZ_FILE_LOOK},
    };

    mz_io_touch(a, by_path ? 2 : 1);
}

/* Who listens by that name; if nobody does a path may be wrong in several
 * ways. */
static int find(uint8_t type, const struct mz_socket_name *name,
                struct mz_socket **to)
{
    if (mz_socket_is_path(name))
        return mz_socket_find_path(type, name, to);
    *to = mz_socket_find(type, name);
    return 0;
}

/* Who has the name depends on who has bound and closed before: see mz_io_path.
 */
static int connect_by(struct mz_socket *s, const struct mz_socket_name *name,
                      int fd, uint64_t pc)
{
    bool by_path = mz_socket_is_path(name);
    struct mz_pipe *queue;
    struct mz_socket *to;
    int status;

    look_at_names(by_path);
    find(s->type, name, &to);
    for (;;) {
        queue = to ? mz_socket_pipe(to) : NULL;
        begin_to_try(s, queue, by_path);
        status = find(s->type, name, &to);
        if ((to ? mz_socket_pipe(to) : NULL) != queue)
            continue;
        if (!status)
            status = try_to_connect(s, to, name, fd);
        if (status != -EAGAIN || never_waits(fd))
            return status;
        wait_for_room(queue, fd, pc);
    }
}

int mz_socket_connect(int fd, const struct sockaddr *address, socklen_t length,
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
        return mz_socket_refuse(fd, "connect");
    status = mz_socket_read_name(s, &name, address, length);
    if (status)
        return status;
    mz_io_begin_to_use(fd);
    status = s->type == SOCK_DGRAM ? mz_socket_connect_datagram(s, &name, fd)
                                   : connect_by(s, &name, fd, pc);
    mz_io_end_to_use(fd);
    mz_descriptor_tell(fd, MZ_ACTION_SOCKET_CONNECT, pc);
    return status;
}

/* ---- accept -------------------------------------------------------------- */

static struct mz_pipe *take_from_queue(struct mz_socket *s)
{
    struct mz_pipe *pipe = &mz_pipes[s->first];

    if (!s->waiting)
        mz_give_up("the kernel accepts a connection that nobody has made");
    s->first = pipe->next;
    s->waiting--;
    pipe->is_pending = false;
    return pipe;
}

static void note_accepted(const struct mz_socket *from, unsigned description,
                          struct mz_pipe *pipe)
{
    struct mz_socket *s = mz_socket_note(description, from->family, from->type);

    mz_descriptions[description].pipe = number_of(pipe);
    mz_descriptions[description].end = 1;
    s->is_connected = true;
    s->name = names[number_of(pipe)].server;
    s->peer = names[number_of(pipe)].client;
    s->has_no_delay = from->has_no_delay;
}

/* The number is reserved, and the socket that listens may be accepted from. */
static int accept_by(struct mz_socket *s, int fd, int number, int flags)
{
    int taken = MZ_SYSTEM(accept4, fd, NULL, NULL, flags);
    unsigned description;

    if (taken < 0)
        return taken;
    description = mz_description_new(MZ_DESCRIPTOR_SOCKET);
    note_accepted(s, description, take_from_queue(s));
    mz_descriptor_gets(number, taken, description, flags & SOCK_CLOEXEC);
    return 0;
}

static int wait_and_accept(struct mz_socket *s, int fd, int number, int flags,
                           uint64_t pc)
{
    const struct mz_io io = {
        .fd = fd, .use = MZ_IO_READS, .knows_signals = true, .pc = pc};
    int status;

    if (!mz_turn_is_alone() || mz_io_waits(&io))
        mz_io_operate(&io);
    status = accept_by(s, fd, number, flags);
    mz_io_end();
    return status;
}

int mz_socket_accept(int fd, int flags, uint64_t pc)
{
    struct mz_io io = {
        .fd = fd, .use = MZ_IO_READS, .knows_signals = true, .pc = pc};
    enum mz_io_wait wait;
    struct mz_socket *s;
    int number, status;

    mz_io_check_block();
    do {
        if (!mz_io_look_up(fd))
            return -EBADF;
        s = mz_socket_of(fd);
        if (!s)
            return mz_socket_refuse(fd, "accept");
        if (s->is_connected || flags & ~(SOCK_NONBLOCK | SOCK_CLOEXEC))
            return -EINVAL;
        mz_io_begin_to_use(fd);
        wait = mz_io_meets_signal(&io, false);
    } while (wait == MZ_IO_BEGINS_AGAIN);
    if (wait == MZ_IO_IS_LEFT)
        return -EINTR;
    number = mz_descriptor_reserve(fd);
    status = number < 0 ? number : wait_and_accept(s, fd, number, flags, pc);
    mz_io_end_to_use(fd);
    if (number < 0 || !status) {
        if (!status)
            mz_descriptor_got(number, pc);
        return status ? status : number;
    }
    mz_descriptor_give_back(number);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Datagrams. Who sends one looks for who has bound the name, and then puts it
 * there, which is an operation on the socket that receives, and on all names.
 * It never waits: where there is no room the call is refused.
 */
#define _GNU_SOURCE
#include "runtime/socket.h"

#include <asm/ioctls.h>
#include <errno.h>
#include <sys/un.h>

#include "base/system_call.h"
#include "runtime/checkpoint.h"
#include "runtime/descriptor_event.h"
#include "runtime/parts.h"
#include "runtime/state.h"

/* Who has sent something may be closed when it is received. */
static struct {
    char real[6];
    struct mz_socket_name name;
} senders[MZ_PIPES];
static unsigned sender_count;

void mz_socket_datagram_reset(void)
{
    sender_count = 0;
}

void mz_socket_datagram_checkpoint(void)
{
    mz_checkpoint_need(!sender_count);
}

/* The kernel has other names for them in each execution. */
void mz_socket_datagram_fingerprint(struct mz_fingerprint *f)
{
    for (unsigned i = 0; i < sender_count; i++)
        mz_state_add_bytes(f, &senders[i].name, sizeof senders[i].name);
}

int mz_socket_bind_datagram(struct mz_socket *s, int fd)
{
    int status = mz_socket_bind_real(s, fd);

    if (status)
        return status;
    if (sender_count == MZ_COUNT(senders))
        mz_unsupported(DATAGRAM_SOCKETS);
    mz_copy(senders[sender_count].real, s->real, sizeof s->real);
    senders[sender_count++].name = s->name;
    s->number = sender_count;
    return 0;
}

const struct mz_socket_name *mz_socket_sender(const struct sockaddr_un *real)
{
    for (unsigned i = 0; i < sender_count; i++)
        if (!mz_compare(senders[i].real, real->sun_path,
                        sizeof senders[i].real))
            return &senders[i].name;
    return NULL;
}

/* ---- the turn of a call that sends --------------------------------------- */

/* Those of the internet get a name as they send, or connect. */
static bool needs_name(const struct mz_socket *s)
{
    return s->family != AF_UNIX && !s->is_bound;
}

static int get_name(struct mz_socket *s, const struct mz_socket_name *to,
                    int fd)
{
    if (!needs_name(s))
        return 0;
    mz_socket_name_opposite(&s->name, to);
    mz_socket_choose_port(s);
    s->is_bound = true;
    return mz_socket_bind_datagram(s, fd);
}

/* With --plain=interleave the event is left open for what the call reads. */
static void touch(const struct mz_io_access *a, unsigned count)
{
    if (mz_turn_is_alone())
        return;
    if (mz_rt.interleaving)
        mz_io_begin_together();
    else
        mz_atomic_block_begin();
    mz_io_gather(a, count);
    if (!mz_rt.interleaving)
        mz_atomic_block_end();
}

static void touch_for(const struct mz_socket *s, const struct mz_pipe *queue,
                      bool gets_name, bool by_path)
{
    const struct mz_pipe *own = mz_socket_pipe(s);
    struct mz_io_access a[4];
    unsigned count = 0;

    a[count++] = (struct mz_io_access){
        &mz_socket_names, gets_name ? MZ_FILE_CHANGE : MZ_FILE_LOOK};
    a[count++] = (struct mz_io_access){
        own, gets_name || own == queue ? MZ_FILE_CHANGE : MZ_FILE_LOOK};
    if (queue && queue != own)
        a[count++] = (struct mz_io_access){queue, MZ_FILE_CHANGE};
    if (by_path)
        a[count++] = (struct mz_io_access){&mz_file_names, MZ_FILE_LOOK};
    touch(a, count);
}

static struct mz_socket *find_number(unsigned number)
{
    for (unsigned i = 0; i < MZ_DESCRIPTIONS; i++)
        if (mz_sockets[i].is_bound && mz_sockets[i].number == number)
            return &mz_sockets[i];
    return NULL;
}

/* Who has the name, NULL: nobody; there may be an error besides if it is a
 * path. Without a name: whom it is connected to, which of Unix is a socket,
 * whatever has its name now. */
static int look_up(const struct mz_socket *s, const struct mz_socket_name *name,
                   struct mz_socket **found)
{
    if (!name && s->family == AF_UNIX) {
        *found = find_number(s->peer_number);
        return 0;
    }
    if (!name)
        name = &s->peer;
    else if (mz_socket_is_path(name))
        return mz_socket_find_path(SOCK_DGRAM, name, found);
    *found = mz_socket_find(SOCK_DGRAM, name);
    return 0;
}

/* See mz_io_path: what is found before is found once more in the turn. */
static int find(const struct mz_socket *s, const struct mz_socket_name *name,
                struct mz_socket **to)
{
    bool by_path = name && mz_socket_is_path(name), gets_name;
    struct mz_pipe *queue;
    int status;

    mz_io_touch_one(&mz_socket_names, MZ_FILE_LOOK);
    look_up(s, name, to);
    for (;;) {
        queue = *to ? mz_socket_pipe(*to) : NULL;
        gets_name = needs_name(s);
        touch_for(s, queue, gets_name, by_path);
        status = look_up(s, name, to);
        if ((*to ? mz_socket_pipe(*to) : NULL) == queue &&
            needs_name(s) == gets_name)
            return status;
        mz_io_end();
    }
}

/* Does it receive from the other? */
static bool receives_from(const struct mz_socket *s,
                          const struct mz_socket *other)
{
    if (!s->is_connected)
        return true;
    return s->family == AF_UNIX
               ? other->number && s->peer_number == other->number
               : mz_socket_name_has(&s->peer, false, &other->name);
}

/* What the kernel's sockets of Unix do otherwise, or nobody would be told. */
static void check(struct mz_socket *s, const struct mz_socket *to, int fd)
{
    int queued = 0, room = 0;
    socklen_t size = sizeof room;

    if (!to && s->family != AF_UNIX)
        mz_unsupported(DATAGRAM_UNBOUND);
    if (to && !receives_from(to, s))
        mz_unsupported(DATAGRAM_CONNECTED);
    MZ_SYSTEM(ioctl, fd, TIOCOUTQ, &queued);
    MZ_SYSTEM(getsockopt, fd, SOL_SOCKET, SO_SNDBUF, &room, &size);
    if (4ll * queued > room)
        mz_unsupported(DATAGRAM_SIZE);
}

/* Of nobody: a name that the kernel has given to nobody. */
static socklen_t real_address(const struct mz_socket *to,
                              struct sockaddr_un *real)
{
    static const char nobody[] = "\0nobody";

    *real = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (to) {
        mz_copy(real->sun_path, to->real, to->real_length);
        return sizeof real->sun_family + to->real_length;
    }
    mz_copy(real->sun_path, nobody, sizeof nobody);
    return sizeof real->sun_family + sizeof nobody;
}

int mz_socket_sends(int fd, const struct mz_socket_name *name,
                    struct sockaddr_un *real, socklen_t *length)
{
    struct mz_socket *s, *to;
    int status;

    mz_io_check_block();
    if (!mz_io_look_up(fd))
        return -EBADF;
    s = mz_socket_of(fd);
    if (!s || s->type != SOCK_DGRAM || (!name && !s->is_connected))
        mz_unsupported(DATAGRAM_TO_NOBODY);
    mz_io_begin_to_use(fd);
    status = find(s, name, &to);
    mz_io_end_to_use(fd);
    if (status) {
        mz_io_end();
        return status;
    }
    if (get_name(s, name ? name : &s->peer, fd))
        mz_unsupported(DATAGRAM_UNNAMED);
    check(s, to, fd);
    *length = real_address(to, real);
    if (to && mz_rt.detecting)
        mz_race_detector_synchronise(mz_self(),
                                     mz_pipe_clock(mz_socket_pipe(to), 1),
                                     MZ_SYNC_RELEASE_JOIN);
    return 0;
}

/* ---- connect ------------------------------------------------------------- */

/* From now on it sends there, and receives from there only. */
int mz_socket_connect_datagram(struct mz_socket *s,
                               const struct mz_socket_name *name, int fd)
{
    const struct mz_io_access a[] = {
        {mz_socket_pipe(s), MZ_FILE_CHANGE},
        {&mz_socket_names, MZ_FILE_CHANGE},
        {&mz_file_names, MZ_FILE_LOOK},
    };
    struct mz_socket *to;
    int status;

    mz_io_touch(a, mz_socket_is_path(name) ? 3 : 2);
    status = look_up(s, name, &to);
    if (!status && s->family == AF_UNIX && !to)
        status = -ECONNREFUSED;
    if (status)
        return status;
    if (s->is_connected)
        mz_unsupported(DATAGRAM_AGAIN);
    status = get_name(s, name, fd);
    if (status)
        return status;
    if (s->family == AF_UNIX)
        s->peer_number = to->number;
    s->peer = s->family == AF_UNIX ? to->name : *name;
    s->is_connected = true;
    return 0;
}

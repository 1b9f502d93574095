/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sockets within the program: of Unix, and of the internet where that is this
 * machine's loopback. To the kernel all are sockets of Unix, which have no name
 * but one that it chooses; which name of the program's is whose is known here.
 * So an execution meets no other one, and nobody outside; and who queues where,
 * what is full, closed or refused is the kernel's to say.
 *
 * A connection is a pipe (descriptor.h) from the first: that of the socket that
 * connects. Its other end has no descriptor until it is accepted. A listening
 * socket's own pipe is its queue, for which both wait: who accepts, for end 0
 * to have something; who connects, for room at end 1.
 *
 * Functions return what the call is to return, or a negative errno.
 */
#ifndef MZ_RUNTIME_SOCKET_H
#define MZ_RUNTIME_SOCKET_H

#include "runtime/description.h"
#include "runtime/socket_name.h"

struct mz_socket {
    sa_family_t family; /* the program's; AF_UNSPEC: it is none of these */
    uint8_t type;       /* SOCK_STREAM, ... */
    bool is_v6_only, has_no_delay;
    bool is_bound, listens;
    bool is_connected;
    bool is_in_progress; /* connected, which the program does not know yet */
    bool is_write_shut, is_read_shut;
    uint8_t real_length;
    char real[6];         /* the kernel's name for it: empty, or chosen */
    uint16_t first, last; /* pipes: its queue of connections, 0: none */
    uint16_t number, peer_number; /* of one for datagrams: how many had a name
                                     when it got its own; of Unix, connected:
                                     that of whom it sends to */
    uint32_t waiting, backlog;
    struct mz_socket_name name, peer;
    uint64_t device, inode; /* of the file that is its name */
};

/* By numbers of descriptions. */
extern struct mz_socket mz_sockets[MZ_DESCRIPTIONS];

/* NULL: it is none of these. */
struct mz_socket *mz_socket_of(int fd);

/* May it be one that we know of, if the kernel makes one? */
bool mz_socket_is_known(int family, int type, int protocol);

/* In place of the calls, with their turns. */
int mz_socket_open(int family, int type, int protocol, uint64_t pc);
int mz_socket_bind(int fd, const struct sockaddr *, socklen_t, uint64_t pc);
int mz_socket_listen(int fd, int backlog, uint64_t pc);
int mz_socket_connect(int fd, const struct sockaddr *, socklen_t, uint64_t pc);

/* `number` is told of: that of the socket's end of the connection. */
int mz_socket_accept(int fd, int flags, uint64_t pc);

/* ---- for their files only ------------------------------------------------ */

/* Which names there are, as an object. */
extern uint64_t mz_socket_names;

/* A name that is connected, or sent, to: read, and refused if it is of another
 * machine, or a path for datagrams. */
int mz_socket_read_name(const struct mz_socket *, struct mz_socket_name *,
                        const struct sockaddr *, socklen_t);

/* ---- names that are files (socket_path.c) -------------------------------- */

static inline bool mz_socket_is_path(const struct mz_socket_name *n)
{
    return n->family == AF_UNIX && n->length && n->text[0];
}

/* Its path is to be told as the kernel does. No path: nothing is done. */
void mz_socket_path_end(struct mz_socket_name *);

/* Makes the file. */
int mz_socket_bind_path(struct mz_socket *, const struct mz_socket_name *);

/* Who is bound to the file that a path leads to. Else NULL, and what connect
 * says then. */
int mz_socket_find_path(uint8_t type, const struct mz_socket_name *,
                        struct mz_socket **);

/* ---- datagrams ----------------------------------------------------------- */

struct sockaddr_un;

int mz_socket_bind_datagram(struct mz_socket *, int fd);
int mz_socket_connect_datagram(struct mz_socket *,
                               const struct mz_socket_name *, int fd);

/* The turn of a call that sends one, to this name or (NULL) to its peer, and
 * where the kernel is to send it. 0, or a negative error number. */
int mz_socket_sends(int fd, const struct mz_socket_name *,
                    struct sockaddr_un *real, socklen_t *length);

/* Who it was that has sent from there; NULL: one without a name. */
const struct mz_socket_name *mz_socket_sender(const struct sockaddr_un *real);

/* Who has bound this name: NULL, nobody. */
struct mz_socket *mz_socket_find(uint8_t type, const struct mz_socket_name *);

/* Gives the socket a name of the kernel's. */
int mz_socket_bind_real(struct mz_socket *, int fd);

/* Gives it a port, if it has none. */
void mz_socket_choose_port(struct mz_socket *);

/* One of those, just made. */
struct mz_socket *mz_socket_note(unsigned description, sa_family_t, int type);

/* Its port cannot be bound at once when it is closed. */
void mz_socket_note_connection(const struct mz_socket *);

/* The call is for a descriptor that is none of these: the kernel's word, or it
 * is refused. */
int mz_socket_refuse(int fd, const char *name);

bool mz_socket_has_option(int fd, int option); /* of SOL_SOCKET */

/* The pipe of it. */
struct mz_pipe *mz_socket_pipe(const struct mz_socket *);

/* ---- for descriptors ----------------------------------------------------- */

bool mz_socket_is_datagram(const struct mz_description *);

/* In its turn: refuses what the kernel would do otherwise. */
void mz_socket_check(int fd, bool is_output);
void mz_socket_check_flags(int fd, int flags);

/* The kernel has told who sent what was received, by a name of its own. There
 * is so much room for the program's. */
void mz_socket_tell_sender(int fd, struct sockaddr *, socklen_t *length,
                           socklen_t room);

/* An object that to close it is about, or NULL. */
const void *mz_socket_closes(const struct mz_description *);

/* The description is no more. */
void mz_socket_forget(const struct mz_description *);

/* What more there is to say of the state of a pipe. */
uint64_t mz_socket_state(const struct mz_pipe *);

#endif

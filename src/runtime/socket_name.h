/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Addresses of sockets, as the program has them. Those of the internet are of
 * this machine's loopback, IPv4 ones mapped to IPv6; those of Unix are names
 * without a file, or paths (socket_path.c).
 */
#ifndef MZ_RUNTIME_SOCKET_NAME_H
#define MZ_RUNTIME_SOCKET_NAME_H

#include <stdint.h>
#include <sys/socket.h>

#include "base/base.h"

struct mz_socket_name {
    sa_family_t family;
    uint16_t port;
    uint8_t length; /* of the text, with the zero that it begins with */
    uint8_t host[16];
    char text[108];
};

/* Of a socket of this family. What the kernel says of one that is malformed: a
 * negative errno. A name of Unix may be empty. */
int mz_socket_name_read(struct mz_socket_name *, sa_family_t,
                        const struct sockaddr *, socklen_t);

/* As much as there is room for; *length becomes that of the whole. */
void mz_socket_name_write(const struct mz_socket_name *, sa_family_t,
                          struct sockaddr *, socklen_t *length);

/* Is it of an address of this machine's loopback, or of any? */
bool mz_socket_name_is_local(const struct mz_socket_name *);
bool mz_socket_name_is_any(const struct mz_socket_name *);

/* That of one who connects to `to` and has bound none: without a port. */
void mz_socket_name_opposite(struct mz_socket_name *,
                             const struct mz_socket_name *to);

/* Who connects to any address gets this machine's. */
void mz_socket_name_make_definite(struct mz_socket_name *);

/* Is what is sent to `to` for who has bound `name`? */
bool mz_socket_name_has(const struct mz_socket_name *name, bool only_v6,
                        const struct mz_socket_name *to);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/socket_name.h"

#include <errno.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/un.h>

enum { MAPPED = 12 }; /* bytes before an IPv4 address */

static const uint8_t mapped[MAPPED] = {[10] = 0xff, [11] = 0xff};
static const uint8_t any[16], loopback[16] = {[15] = 1};

static uint16_t swapped(uint16_t port)
{
    return port << 8 | port >> 8;
}

static int read_unix(struct mz_socket_name *n, const struct sockaddr *address,
                     socklen_t length)
{
    const size_t before = offsetof(struct sockaddr_un, sun_path);

    if (length < before || length > sizeof(struct sockaddr_un) ||
        address->sa_family != AF_UNIX)
        return -EINVAL;
    n->length = length - before;
    mz_copy(n->text, (const char *)address + before, n->length);
    return 0;
}

static int read_inet(struct mz_socket_name *n, const struct sockaddr *address,
                     socklen_t length)
{
    struct sockaddr_in in;

    if (length < sizeof in)
        return -EINVAL;
    mz_copy(&in, address, sizeof in);
    if (in.sin_family != AF_INET)
        return -EAFNOSUPPORT;
    n->port = swapped(in.sin_port);
    mz_copy(n->host, mapped, MAPPED);
    mz_copy(n->host + MAPPED, &in.sin_addr, 4);
    return 0;
}

static int read_inet6(struct mz_socket_name *n, const struct sockaddr *address,
                      socklen_t length)
{
    struct sockaddr_in6 in;

    if (length < offsetof(struct sockaddr_in6, sin6_scope_id))
        return -EINVAL;
    mz_copy(&in, address, offsetof(struct sockaddr_in6, sin6_scope_id));
    if (in.sin6_family != AF_INET6)
        return -EAFNOSUPPORT;
    n->port = swapped(in.sin6_port);
    mz_copy(n->host, &in.sin6_addr, sizeof n->host);
    return 0;
}

int mz_socket_name_read(struct mz_socket_name *n, sa_family_t family,
                        const struct sockaddr *address, socklen_t length)
{
    *n = (struct mz_socket_name){.family = family};
    if (length < sizeof address->sa_family)
        return -EINVAL;
    if (family == AF_UNIX)
        return read_unix(n, address, length);
    return family == AF_INET ? read_inet(n, address, length)
                             : read_inet6(n, address, length);
}

static socklen_t whole(const struct mz_socket_name *n, sa_family_t family,
                       struct sockaddr_storage *to)
{
    struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)to;
    struct sockaddr_in *in = (struct sockaddr_in *)to;

    *to = (struct sockaddr_storage){.ss_family = family};
    switch (family) {
    case AF_INET:
        in->sin_port = swapped(n->port);
        mz_copy(&in->sin_addr, n->host + MAPPED, 4);
        return sizeof *in;
    case AF_INET6:
        in6->sin6_port = swapped(n->port);
        mz_copy(&in6->sin6_addr, n->host, sizeof n->host);
        return sizeof *in6;
    default:
        mz_copy(((struct sockaddr_un *)to)->sun_path, n->text, n->length);
        return offsetof(struct sockaddr_un, sun_path) + n->length;
    }
}

void mz_socket_name_write(const struct mz_socket_name *n, sa_family_t family,
                          struct sockaddr *to, socklen_t *length)
{
    struct sockaddr_storage storage;
    socklen_t size = whole(n, family, &storage);

    mz_copy(to, &storage, size < *length ? size : *length);
    *length = size;
}

static bool is_mapped(const struct mz_socket_name *n)
{
    return !mz_compare(n->host, mapped, MAPPED);
}

bool mz_socket_name_is_any(const struct mz_socket_name *n)
{
    return !mz_compare(n->host, any, sizeof any) ||
           (is_mapped(n) && !mz_compare(n->host + MAPPED, any, 4));
}

bool mz_socket_name_is_local(const struct mz_socket_name *n)
{
    if (n->family == AF_UNIX || mz_socket_name_is_any(n))
        return true;
    return is_mapped(n) ? n->host[MAPPED] == 127
                        : !mz_compare(n->host, loopback, sizeof loopback);
}

void mz_socket_name_opposite(struct mz_socket_name *n,
                             const struct mz_socket_name *to)
{
    *n = (struct mz_socket_name){.family = to->family};
    if (to->family == AF_UNIX)
        return;
    if (is_mapped(to))
        mz_copy(n->host, mapped, MAPPED);
    mz_socket_name_make_definite(n);
}

void mz_socket_name_make_definite(struct mz_socket_name *n)
{
    static const uint8_t local[] = {127, 0, 0, 1};

    if (!mz_socket_name_is_any(n))
        return;
    if (is_mapped(n))
        mz_copy(n->host + MAPPED, local, sizeof local);
    else
        mz_copy(n->host, loopback, sizeof loopback);
}

static bool is_same(const struct mz_socket_name *a,
                    const struct mz_socket_name *b)
{
    return !mz_compare(a->host, b->host, sizeof a->host) &&
           a->length == b->length && !mz_compare(a->text, b->text, a->length);
}

bool mz_socket_name_has(const struct mz_socket_name *name, bool only_v6,
                        const struct mz_socket_name *to)
{
    if ((name->family == AF_UNIX) != (to->family == AF_UNIX) ||
        name->port != to->port)
        return false;
    if (name->family == AF_UNIX || is_same(name, to))
        return is_same(name, to);
    if (!mz_socket_name_is_any(name))
        return false;
    return is_mapped(name) ? is_mapped(to) : !(only_v6 && is_mapped(to));
}

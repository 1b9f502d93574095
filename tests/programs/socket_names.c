/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Names of sockets, of both ends, and options. */
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_in6 server = {.sin6_family = AF_INET6};
static in_port_t client_port;
static int end;

static void *come(void *unused)
{
    struct sockaddr_in to = {AF_INET, server.sin6_port, {0}, {0}}, peer, own;
    socklen_t length = sizeof peer;

    assert(!connect(end, (struct sockaddr *)&to, sizeof to));
    assert(!getpeername(end, (struct sockaddr *)&peer, &length));
    assert(length == sizeof peer && peer.sin_port == server.sin6_port);
    assert(peer.sin_addr.s_addr == htonl(INADDR_LOOPBACK));
    assert(!getsockname(end, (struct sockaddr *)&own, &length));
    client_port = own.sin_port;
    return unused;
}

static void accept_one(int listener)
{
    struct sockaddr_in6 peer;
    socklen_t length = sizeof peer;
    pthread_t client;

    pthread_create(&client, NULL, come, NULL);
    assert(accept(listener, (struct sockaddr *)&peer, &length) >= 0);
    pthread_join(client, NULL);
    assert(length == sizeof peer && peer.sin6_port == client_port);
    assert(IN6_IS_ADDR_V4MAPPED(&peer.sin6_addr));
}

static void name_by_text(void)
{
    struct sockaddr_un name = {AF_UNIX, "\0name"}, told;
    socklen_t length = offsetof(struct sockaddr_un, sun_path) + 5;
    int first = socket(AF_UNIX, SOCK_STREAM, 0);
    int second = socket(AF_UNIX, SOCK_STREAM, 0);

    assert(!bind(first, (struct sockaddr *)&name, length));
    assert(bind(second, (struct sockaddr *)&name, length));
    assert(errno == EADDRINUSE);
    assert(connect(second, (struct sockaddr *)&name, length));
    assert(errno == ECONNREFUSED);
    assert(!getsockname(first, (struct sockaddr *)&told, &length));
    assert(length == 7 && told.sun_path[4] == 'e');
    close(first);
    assert(!bind(second, (struct sockaddr *)&name, length));
    close(second);
}

int main(void)
{
    int listener = socket(AF_INET6, SOCK_STREAM, IPPROTO_TCP), on = 1;
    socklen_t length = sizeof server, size = sizeof on;

    name_by_text();
    assert(!setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on));
    assert(!bind(listener, (struct sockaddr *)&server, sizeof server));
    assert(!getsockname(listener, (struct sockaddr *)&server, &length));
    assert(server.sin6_port && !listen(listener, 5));
    end = socket(AF_INET, SOCK_STREAM, 0);
    assert(!setsockopt(end, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on));
    assert(!getsockopt(end, SOL_SOCKET, SO_DOMAIN, &on, &size));
    assert(on == AF_INET);
    accept_one(listener);
    return 0;
}

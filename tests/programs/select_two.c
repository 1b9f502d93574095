/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* Data on a socket, or room in a pipe that is full, whichever comes first. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PAGE = 4096 };

static int sockets[2], full[2];

static void *send_one(void *unused)
{
    assert(send(sockets[1], "a", 1, 0) == 1);
    return unused;
}

static void *drain(void *unused)
{
    static char page[PAGE];

    assert(read(full[0], page, PAGE) == PAGE);
    return unused;
}

int main(void)
{
    static char page[PAGE];
    fd_set in, out;
    pthread_t a, b;
    int ready;

    assert(!socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) && !pipe(full));
    assert(fcntl(full[1], F_SETPIPE_SZ, PAGE) == PAGE);
    assert(write(full[1], page, PAGE) == PAGE);
    FD_ZERO(&in);
    FD_ZERO(&out);
    FD_SET(sockets[0], &in);
    FD_SET(full[1], &out);
    pthread_create(&a, NULL, send_one, NULL);
    pthread_create(&b, NULL, drain, NULL);
    ready = select(full[1] + 1, &in, &out, NULL, NULL);
    assert(ready > 0);
    assert(ready == !!FD_ISSET(sockets[0], &in) + !!FD_ISSET(full[1], &out));
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* A server that is stopped by a shutdown of its socket. The connection that was
 * made before is accepted before that, or after it. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const struct sockaddr_un address = {AF_UNIX, "\0stop"};
static int listener;

static void *serve(void *unused)
{
    int end = accept(listener, NULL, NULL);

    assert(end >= 0);
    end = accept(listener, NULL, NULL);
    assert(end < 0 && errno == EINVAL);
    return unused;
}

int main(void)
{
    int end = socket(AF_UNIX, SOCK_STREAM, 0);
    pthread_t server;

    listener = socket(AF_UNIX, SOCK_STREAM, 0);
    assert(!bind(listener, (struct sockaddr *)&address, sizeof address));
    assert(!listen(listener, 1));
    pthread_create(&server, NULL, serve, NULL);
    assert(!connect(end, (struct sockaddr *)&address, sizeof address));
    assert(!shutdown(listener, SHUT_RDWR));
    pthread_join(server, NULL);
    return 0;
}

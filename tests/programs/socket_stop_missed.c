/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* A server that looks whether it is to stop before each connection, and does
 * not see it while it waits for the next. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const struct sockaddr_un address = {AF_UNIX, "\0stop_missed"};
static int listener;
static atomic_bool stops;

static void *serve(void *unused)
{
    while (!stops)
        close(accept(listener, NULL, NULL));
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
    stops = true;
    pthread_join(server, NULL);
    return 0;
}

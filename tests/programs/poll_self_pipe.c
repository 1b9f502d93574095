/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* The handler writes to a pipe that poll waits for: so the signal is never
 * missed, whether it comes before poll or ends it. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];

static void on(int signal)
{
    int error = errno;

    (void)signal;
    assert(write(ends[1], "s", 1) == 1);
    errno = error;
}

static void *serve(void *unused)
{
    struct pollfd one = {.fd = ends[0], .events = POLLIN};
    char c;

    (void)unused;
#ifdef ONCE
    assert(poll(&one, 1, -1) == 1);
#endif
    while (poll(&one, 1, -1) < 0)
        assert(errno == EINTR);
    assert(one.revents == POLLIN);
    assert(read(ends[0], &c, 1) == 1 && c == 's');
    assert(read(ends[0], &c, 1) == -1 && errno == EAGAIN);
    return NULL;
}

int main(void)
{
    const struct sigaction action = {.sa_handler = on, .sa_flags = SA_RESTART};
    pthread_t server;

    assert(!pipe2(ends, O_NONBLOCK));
    sigaction(SIGTERM, &action, NULL);
    pthread_create(&server, NULL, serve, NULL);
    pthread_kill(server, SIGTERM);
    pthread_join(server, NULL);
    return 0;
}

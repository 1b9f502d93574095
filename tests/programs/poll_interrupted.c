/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* A signal ends poll, whatever the flags of its handler, although the handler
 * has made the descriptor ready. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];

static void on(int signal)
{
    (void)signal;
    assert(write(ends[1], "s", 1) == 1);
}

static void *serve(void *unused)
{
    struct pollfd one = {.fd = ends[0], .events = POLLIN};

    (void)unused;
    assert(poll(&one, 1, -1) == 1);
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

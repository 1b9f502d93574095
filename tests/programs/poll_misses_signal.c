/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* A signal that comes between the look at the flag and poll is missed. */
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];
static atomic_int stops;

static void on(int signal)
{
    (void)signal;
    stops = 1;
}

static void *serve(void *unused)
{
    struct pollfd one = {.fd = ends[0], .events = POLLIN};

    (void)unused;
    while (!stops)
        poll(&one, 1, -1);
    return NULL;
}

int main(void)
{
    pthread_t server;

    if (pipe(ends))
        return 1;
    signal(SIGTERM, on);
    pthread_create(&server, NULL, serve, NULL);
    pthread_kill(server, SIGTERM);
    pthread_join(server, NULL);
    return 0;
}

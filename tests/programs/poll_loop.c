/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* A loop that looks at a pipe, for a tenth of a second each time, until it is to
 * stop: a round that finds nothing changes nothing. */
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];
static atomic_int stop;

static void *serve(void *unused)
{
    while (!stop) {
        struct pollfd one = {.fd = ends[0], .events = POLLIN};

        if (poll(&one, 1, 100) > 0)
            break;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    if (pipe(ends))
        return 1;
    pthread_create(&thread, NULL, serve, NULL);
    stop = 1;
    if (write(ends[1], "x", 1) != 1)
        return 1;
    pthread_join(thread, NULL);
    return 0;
}

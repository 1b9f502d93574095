/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * message: for a change, in a loop
 */
/* Two read until each has got a letter, and there is but one. */
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>

static int ends[2];

static void *read_one(void *unused)
{
    char letter;

    while (recv(ends[0], &letter, 1, MSG_DONTWAIT) < 0) {
        struct pollfd one = {.fd = ends[0], .events = POLLIN};

        poll(&one, 1, 10);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
        return 1;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, read_one, NULL);
    if (send(ends[1], "a", 1, 0) != 1)
        return 1;
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* Loops of which poll, or select, with a limit of time is all that there is. */
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/select.h>
#include <unistd.h>

static int first[2], second[2];

static void *write_both(void *unused)
{
    if (write(first[1], "x", 1) != 1 || write(second[1], "y", 1) != 1)
        return &first;
    return unused;
}

static void wait_by_poll(int fd)
{
    struct pollfd one = {.fd = fd, .events = POLLIN};

    while (poll(&one, 1, 10) == 0)
        ;
}

static void wait_by_select(int fd)
{
    int ready;

    do {
        struct timeval limit = {.tv_usec = 10000};
        fd_set set;

        FD_ZERO(&set);
        FD_SET(fd, &set);
        ready = select(fd + 1, &set, NULL, NULL, &limit);
    } while (ready == 0);
}

int main(void)
{
    char got[2];
    pthread_t thread;

    if (pipe(first) || pipe(second))
        return 1;
    pthread_create(&thread, NULL, write_both, NULL);
    wait_by_poll(first[0]);
    wait_by_select(second[0]);
    if (read(first[0], &got[0], 1) != 1 || read(second[0], &got[1], 1) != 1)
        return 1;
    pthread_join(thread, NULL);
    return got[0] != 'x' || got[1] != 'y';
}

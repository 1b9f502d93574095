/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* Loops of which epoll_wait, with a limit of time or none at all, is all that
 * there is: of what has come, and by edges. */
#include <pthread.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <unistd.h>

static int first[2], second[2];

static int watch(int fd, unsigned how)
{
    struct epoll_event event = {.events = EPOLLIN | how};
    int set = epoll_create1(0);

    epoll_ctl(set, EPOLL_CTL_ADD, fd, &event);
    return set;
}

static void *wait_for_both(void *unused)
{
    int by_level = watch(first[0], 0), by_edge = watch(second[0], EPOLLET);
    struct epoll_event event;

    while (epoll_wait(by_level, &event, 1, 100) == 0)
        ;
    while (epoll_wait(by_edge, &event, 1, 0) == 0)
        ;
    return unused;
}

int main(void)
{
    pthread_t thread;

    if (pipe(first) || pipe(second))
        return 1;
    pthread_create(&thread, NULL, wait_for_both, NULL);
    if (write(first[1], "x", 1) != 1 || write(second[1], "x", 1) != 1)
        return 1;
    pthread_join(thread, NULL);
    return 0;
}

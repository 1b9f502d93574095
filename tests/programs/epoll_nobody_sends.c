/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * message: 1 thread waits for an event on a descriptor
 */
/* What is sent was read already. */
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int ends[2];

static void *put(void *unused)
{
    write(ends[1], "a", 1);
    return unused;
}

int main(void)
{
    struct epoll_event event = {.events = EPOLLIN};
    int set = epoll_create1(0);
    pthread_t a;
    char c;

    if (pipe(ends) || epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event))
        return 1;
    pthread_create(&a, NULL, put, NULL);
    while (epoll_wait(set, &event, 1, -1) == 1)
        read(ends[0], &c, 1);
    pthread_join(a, NULL);
    return 0;
}

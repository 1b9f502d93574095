/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* Two threads wait in loops for the edge of one byte: the set tells but one of
 * them. */
#include <pthread.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <unistd.h>

static int set;

static void *wait_for_it(void *unused)
{
    struct epoll_event event;

    while (epoll_wait(set, &event, 1, 100) == 0)
        ;
    return unused;
}

int main(void)
{
    struct epoll_event event = {.events = EPOLLIN | EPOLLET};
    pthread_t threads[2];
    int ends[2];

    if (pipe(ends))
        return 1;
    set = epoll_create1(0);
    epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, wait_for_it, NULL);
    if (write(ends[1], "x", 1) != 1)
        return 1;
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

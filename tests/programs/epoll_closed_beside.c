/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* A pipe comes into a set of epoll before it is closed, or does not; where it
 * has, and is looked at meanwhile, it is ready. */
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int set, ends[2];

static void *close_it(void *unused)
{
    close(ends[1]);
    return unused;
}

static void *add_it(void *unused)
{
    struct epoll_event event = {.events = EPOLLOUT};

    epoll_ctl(set, EPOLL_CTL_ADD, ends[1], &event);
    return unused;
}

int main(void)
{
    struct epoll_event event;
    pthread_t a, b;

    set = epoll_create1(0);
    if (set < 0 || pipe(ends))
        return 1;
    pthread_create(&a, NULL, close_it, NULL);
    pthread_create(&b, NULL, add_it, NULL);
    assert(epoll_wait(set, &event, 1, 1) == 0);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

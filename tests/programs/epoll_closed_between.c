/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* A descriptor is put into a set, and closed; a third thread may look at the
 * set in between. */
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int set, member, ready;

static void *close_it(void *unused)
{
    close(member);
    return unused;
}

static void *look(void *unused)
{
    struct epoll_event event;

    ready = epoll_wait(set, &event, 1, 0);
    return unused;
}

int main(void)
{
    struct epoll_event event = {.events = EPOLLIN};
    pthread_t closer, looker;

    set = epoll_create1(0);
    member = eventfd(1, 0);
    pthread_create(&closer, NULL, close_it, NULL);
    pthread_create(&looker, NULL, look, NULL);
    epoll_ctl(set, EPOLL_CTL_ADD, member, &event);
    pthread_join(closer, NULL);
    pthread_join(looker, NULL);
    assert(ready != 1);
    return 0;
}

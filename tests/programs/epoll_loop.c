/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* A loop of events: two clients send, a third descriptor says when to stop. */
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

static int clients[2][2], stop;

static void *ask(void *which)
{
    int *ends = which;
    char c;

    assert(send(ends[1], "q", 1, 0) == 1 && recv(ends[1], &c, 1, 0) == 1);
    assert(c == 'a');
    return NULL;
}

static void watch(int set, int fd)
{
    struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};

    assert(!epoll_ctl(set, EPOLL_CTL_ADD, fd, &event));
}

static void *serve(void *unused)
{
    struct epoll_event events[3];
    int set = epoll_create1(0);
    char c;

    watch(set, clients[0][0]);
    watch(set, clients[1][0]);
    watch(set, stop);
    for (;;) {
        int ready = epoll_wait(set, events, 3, -1);

        assert(ready > 0);
        for (int i = 0; i < ready; i++) {
            if (events[i].data.fd == stop)
                return unused;
            assert(recv(events[i].data.fd, &c, 1, 0) == 1 && c == 'q');
            assert(send(events[i].data.fd, "a", 1, 0) == 1);
        }
    }
}

int main(void)
{
    pthread_t server, client;

    stop = eventfd(0, 0);
    for (int i = 0; i < 2; i++)
        assert(!socketpair(AF_UNIX, SOCK_STREAM, 0, clients[i]));
    pthread_create(&server, NULL, serve, NULL);
    pthread_create(&client, NULL, ask, clients[1]);
    ask(clients[0]);
    pthread_join(client, NULL);
    assert(!eventfd_write(stop, 1));
    pthread_join(server, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A server with one set for its socket and its connection. */
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const struct sockaddr_un address = {AF_UNIX, "\0epoll"};
static int end;

static void *come(void *unused)
{
    assert(!connect(end, (struct sockaddr *)&address, sizeof address));
    assert(write(end, "a", 1) == 1);
    return unused;
}

int main(void)
{
    int listener = socket(AF_UNIX, SOCK_STREAM, 0), set = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener};
    pthread_t client;
    char c;

    assert(!bind(listener, (struct sockaddr *)&address, sizeof address));
    assert(!listen(listener, 1));
    assert(!epoll_ctl(set, EPOLL_CTL_ADD, listener, &event));
    end = socket(AF_UNIX, SOCK_STREAM, 0);
    pthread_create(&client, NULL, come, NULL);
    assert(epoll_wait(set, &event, 1, -1) == 1 && event.data.fd == listener);
    event.data.fd = accept(listener, NULL, NULL);
    assert(!epoll_ctl(set, EPOLL_CTL_ADD, event.data.fd, &event));
    assert(epoll_wait(set, &event, 1, -1) == 1 && event.data.fd != listener);
    assert(read(event.data.fd, &c, 1) == 1 && c == 'a');
    pthread_join(client, NULL);
    return 0;
}

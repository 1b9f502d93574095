/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* The signal is blocked but in pselect, ppoll, epoll_pwait: it is not missed,
 * and what the handler does to plain data comes nowhere else. If there is
 * something to be read that is told first, and the signal waits. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>

static int ends[2];
static volatile sig_atomic_t got;

static void on(int signal)
{
    (void)signal;
    got++;
}

static int wait_for(unsigned way, const sigset_t *mask)
{
    struct pollfd one = {.fd = ends[0], .events = POLLIN};
    struct epoll_event event = {.events = EPOLLIN};
    fd_set in;
    int set, ready;

    FD_ZERO(&in);
    FD_SET(ends[0], &in);
    if (way == 0)
        return pselect(ends[0] + 1, &in, NULL, NULL, NULL, mask);
    if (way == 1)
        return ppoll(&one, 1, NULL, mask);
    set = epoll_create1(0);
    assert(!epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event));
    ready = epoll_pwait(set, &event, 1, -1, mask);
    close(set);
    return ready;
}

static void *serve(void *unused)
{
    unsigned all = 0;
    sigset_t none;
    char c;

    (void)unused;
    sigemptyset(&none);
    for (unsigned way = 0; way < 3; way++) {
        int before = got;

        if (wait_for(way, &none) < 0) {
            assert(errno == EINTR && got == before + 1);
            way--;
        } else {
            assert(read(ends[0], &c, 1) == 1 && got == before);
            all++;
        }
    }
    assert(all == 3);
    return NULL;
}

int main(void)
{
    pthread_t server;
    sigset_t signals;

    assert(!pipe(ends));
    signal(SIGUSR1, on);
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    pthread_create(&server, NULL, serve, NULL);
    assert(write(ends[1], "a", 1) == 1);
    pthread_kill(server, SIGUSR1);
    assert(write(ends[1], "bc", 2) == 2);
    pthread_join(server, NULL);
    return 0;
}

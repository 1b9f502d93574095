/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* A wait without limit for a pipe or a timer always ends. If the byte is written
 * before the look at the pipe, the timer has expired, too, or not; if it is
 * written after it, the timer has expired. */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int ends[2];

static void *send(void *arg)
{
    assert(write(ends[1], "x", 1) == 1);
    return arg;
}

int main(void)
{
    struct itimerspec second = {.it_value.tv_sec = 1};
    struct pollfd two[2];
    pthread_t t;
    uint64_t times;
    char byte;

    assert(!pipe(ends));
    two[0] = (struct pollfd){.fd = ends[0], .events = POLLIN};
    two[1] = (struct pollfd){.fd = timerfd_create(CLOCK_MONOTONIC, 0),
                             .events = POLLIN};
    assert(!timerfd_settime(two[1].fd, 0, &second, NULL));
    pthread_create(&t, NULL, send, NULL);
    assert(poll(two, 2, -1) > 0);
    assert(two[0].revents || two[1].revents);
    if (two[1].revents)
        assert(read(two[1].fd, &times, sizeof times) == sizeof times);
    if (two[0].revents)
        assert(read(two[0].fd, &byte, 1) == 1);
    pthread_join(t, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* An event loop with a timer that expires once, and a counter that ends it. If
 * that is written before the first look, the timer has expired by then, or not;
 * if later, the timer has, and the second look is after it is written. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int stop;

static void *end(void *arg)
{
    assert(!eventfd_write(stop, 1));
    return arg;
}

static void watch(int set, int fd)
{
    struct epoll_event input = {.events = EPOLLIN, .data.fd = fd};

    assert(!epoll_ctl(set, EPOLL_CTL_ADD, fd, &input));
}

int main(void)
{
    struct itimerspec second = {.it_value.tv_sec = 1};
    int set = epoll_create1(0), timer = timerfd_create(CLOCK_MONOTONIC, 0);
    bool ends = false;
    unsigned ticks = 0;
    pthread_t t;

    stop = eventfd(0, 0);
    watch(set, timer);
    watch(set, stop);
    timerfd_settime(timer, 0, &second, NULL);
    pthread_create(&t, NULL, end, NULL);
    while (!ends) {
        struct epoll_event told[2];
        int count = epoll_wait(set, told, 2, -1);

        assert(count > 0);
        for (int i = 0; i < count; i++) {
            uint64_t number;

            assert(read(told[i].data.fd, &number, sizeof number) == 8);
            ends |= told[i].data.fd == stop;
            ticks += told[i].data.fd == timer;
        }
    }
    assert(ticks <= 1);
    pthread_join(t, NULL);
    return 0;
}

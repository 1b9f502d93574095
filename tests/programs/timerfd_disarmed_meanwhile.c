/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: deadlock
 * executions: 3
 */
/* Who disarms a timer may be sooner than who waits for it, who looks at it first:
 * before the look, between look and wait, or after these, which ends well. */
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int timer;

static void *disarm(void *arg)
{
    struct itimerspec never = {0};

    timerfd_settime(timer, 0, &never, NULL);
    return arg;
}

int main(void)
{
    struct itimerspec second = {.it_value.tv_sec = 1};
    pthread_t t;
    uint64_t times;

    timer = timerfd_create(CLOCK_MONOTONIC, 0);
    timerfd_settime(timer, 0, &second, NULL);
    pthread_create(&t, NULL, disarm, NULL);
    read(timer, &times, sizeof times);
    pthread_join(t, NULL);
    return 0;
}

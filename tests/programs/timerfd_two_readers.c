/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: deadlock
 * message: 1 thread waits for a timer, 1 for another thread's end
 * executions: 4
 */
/* A timer that expires once, read by two threads: whoever comes second, in
 * either order, waits for ever, having looked at it before the first read it, or
 * later. */
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int timer;

static void *wait_for_it(void *arg)
{
    uint64_t times;

    read(timer, &times, sizeof times);
    return arg;
}

int main(void)
{
    struct itimerspec second = {.it_value.tv_sec = 1};
    pthread_t t;

    timer = timerfd_create(CLOCK_MONOTONIC, 0);
    timerfd_settime(timer, 0, &second, NULL);
    pthread_create(&t, NULL, wait_for_it, NULL);
    wait_for_it(NULL);
    pthread_join(t, NULL);
    return 0;
}

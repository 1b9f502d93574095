/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: that another thread
 */
/* Between the look at the timer and the read the timer is closed; or between the
 * look at the number and that. */
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int timer;

static void *try_once(void *arg)
{
    uint64_t times;

    read(timer, &times, sizeof times);
    return arg;
}

int main(void)
{
    struct itimerspec second = {.it_value.tv_sec = 1};
    pthread_t t;

    timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    timerfd_settime(timer, 0, &second, NULL);
    pthread_create(&t, NULL, try_once, NULL);
    close(timer);
    pthread_join(t, NULL);
    return 0;
}

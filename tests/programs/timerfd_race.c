/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* What is written after the timer was armed is not seen by who reads it. */
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int timer, data;

static void *wait_for_it(void *arg)
{
    uint64_t times;

    if (read(timer, &times, sizeof times) == sizeof times && data == 2)
        return NULL;
    return arg;
}

int main(void)
{
    struct itimerspec second = {.it_value.tv_sec = 1};
    pthread_t t;

    timer = timerfd_create(CLOCK_MONOTONIC, 0);
    pthread_create(&t, NULL, wait_for_it, NULL);
    data = 1;
    timerfd_settime(timer, 0, &second, NULL);
    data = 2;
    pthread_join(t, NULL);
    return 0;
}

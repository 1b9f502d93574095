/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Who reads waits for another thread to arm the timer, and for it to expire:
 * there is but one order; but who reads looks at it first, before it is armed or
 * later. What was done before it was armed is seen. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int timer, data;

static void *arm(void *arg)
{
    struct itimerspec at = {.it_value.tv_sec = 2000000000};

    data = 1;
    assert(!timerfd_settime(timer, TFD_TIMER_ABSTIME, &at, NULL));
    return arg;
}

int main(void)
{
    pthread_t t;
    uint64_t times;

    timer = timerfd_create(CLOCK_BOOTTIME, 0);
    pthread_create(&t, NULL, arm, NULL);
    assert(read(timer, &times, sizeof times) == sizeof times && times == 1);
    assert(data == 1);
    pthread_join(t, NULL);
    return close(timer);
}

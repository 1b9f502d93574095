/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* A timer with an interval is read twice, and never at rest: each time it has
 * expired once or twice. */
#include <assert.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    struct itimerspec often = {.it_value.tv_sec = 1, .it_interval.tv_sec = 3};
    struct itimerspec left;
    struct timespec before, after;
    int timer = timerfd_create(CLOCK_MONOTONIC, 0);
    uint64_t times, sum = 0;

    clock_gettime(CLOCK_MONOTONIC, &before);
    assert(!timerfd_settime(timer, 0, &often, NULL));
    for (int i = 0; i < 2; i++, sum += times)
        assert(read(timer, &times, sizeof times) == sizeof times);
    assert(sum >= 2 && sum <= 4);
    clock_gettime(CLOCK_MONOTONIC, &after);
    assert(after.tv_sec - before.tv_sec >= 4);
    assert(!timerfd_gettime(timer, &left));
    assert(left.it_interval.tv_sec == 3);
    assert(left.it_value.tv_sec || left.it_value.tv_nsec);
    return 0;
}

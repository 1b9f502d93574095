/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* A timer with an interval may have expired more than once when it is read. */
#include <assert.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

int main(void)
{
    struct itimerspec often = {.it_value.tv_nsec = 1, .it_interval.tv_sec = 9};
    int timer = timerfd_create(CLOCK_MONOTONIC, 0);
    uint64_t times;

    timerfd_settime(timer, 0, &often, NULL);
    read(timer, &times, sizeof times);
    assert(times == 1);
    return 0;
}

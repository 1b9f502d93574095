/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: timerfd_create
 */
/* A timer that is read is refused. */
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    struct itimerspec second = {.it_value.tv_sec = 1};
    struct itimerspec left;
    int timer = timerfd_create(CLOCK_MONOTONIC, 0);

    timerfd_settime(timer, 0, &second, NULL);
    timerfd_gettime(timer, &left);
    return close(timer);
}

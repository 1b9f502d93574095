/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* What is left of a timer's time: all of it, or nothing, as it has expired. If
 * it has when it is looked at, then also when it is set anew; if it has not, it
 * may have by then, or not. */
#include <assert.h>
#include <errno.h>
#include <sys/timerfd.h>
#include <unistd.h>

int main(void)
{
    struct itimerspec second = {.it_value.tv_sec = 5}, never = {0};
    struct itimerspec left, old;
    int timer = timerfd_create(CLOCK_REALTIME, 0);

    assert(!timerfd_gettime(timer, &left) && !left.it_value.tv_sec);
    assert(!timerfd_settime(timer, 0, &second, NULL));
    assert(!timerfd_gettime(timer, &left));
    assert(left.it_value.tv_sec == 4 || !left.it_value.tv_sec);
    assert(!timerfd_settime(timer, 0, &never, &old));
    assert(!old.it_value.tv_sec || left.it_value.tv_sec);
    assert(!timerfd_gettime(timer, &left) && !left.it_value.tv_sec);
    second.it_value.tv_nsec = 1000000000;
    assert(timerfd_settime(timer, 0, &second, NULL) == -1 && errno == EINVAL);
    assert(timerfd_settime(1, 0, &never, NULL) == -1 && errno == EINVAL);
    assert(timerfd_settime(77, 0, &never, NULL) == -1 && errno == EBADF);
    assert(timerfd_create(99, 0) == -1 && errno == EINVAL);
    return 0;
}

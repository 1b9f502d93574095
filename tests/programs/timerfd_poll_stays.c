/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* What poll has told stays so: a timer that has expired can be read. If it has
 * not yet, it may have when it is read. */
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

int main(void)
{
    struct itimerspec second = {.it_value.tv_sec = 1};
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    struct pollfd one = {.fd = timer, .events = POLLIN | POLLOUT};
    uint64_t times;
    int ready;

    assert(!timerfd_settime(timer, 0, &second, NULL));
    ready = poll(&one, 1, 0);
    assert(ready == (one.revents == POLLIN));
    if (read(timer, &times, sizeof times) < 0)
        assert(errno == EAGAIN && !ready);
    else
        assert(times == 1);
    errno = 0;
    assert(write(timer, &times, sizeof times) == -1 && errno == EINVAL);
    return 0;
}

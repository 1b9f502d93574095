/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* Two timers that select waits for: one of them ends the wait, or both do. A
 * duplicate is the same timer. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/select.h>
#include <sys/timerfd.h>
#include <unistd.h>

int main(void)
{
    struct itimerspec second = {.it_value.tv_sec = 1};
    int timers[2], copy, count;
    uint64_t times;
    fd_set in;

    FD_ZERO(&in);
    for (int i = 0; i < 2; i++) {
        timers[i] = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
        assert(!timerfd_settime(timers[i], 0, &second, NULL));
        FD_SET(timers[i], &in);
    }
    copy = dup(timers[1]);
    count = select(timers[1] + 1, &in, NULL, NULL, NULL);
    assert(count > 0);
    for (int i = 0; i < 2; i++)
        if (FD_ISSET(timers[i], &in)) {
            count--;
            assert(read(i ? copy : timers[i], &times, sizeof times) == 8);
            assert(read(timers[i], &times, sizeof times) == -1);
            assert(errno == EAGAIN);
        }
    assert(!count);
    return 0;
}

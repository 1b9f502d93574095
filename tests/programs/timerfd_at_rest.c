/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * executions: 1
 */
/* A timer that was never armed does not expire. */
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

int main(void)
{
    int timer = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC);
    uint64_t times;

    return read(timer, &times, sizeof times) < 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 6
 */
/* Two threads try to read a timer that is armed: it has expired, or not yet. Of
 * either order: if it has for the first, the second finds it at rest; if not,
 * it may have for the second. So each order has three outcomes. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int timer;
static int got[2];

static void *try_once(void *mine)
{
    uint64_t times;

    if (read(timer, &times, sizeof times) == sizeof times) {
        assert(times == 1);
        *(int *)mine = 1;
    } else {
        assert(errno == EAGAIN);
    }
    return NULL;
}

int main(void)
{
    struct itimerspec second = {.it_value.tv_sec = 1};
    pthread_t t[2];

    timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    assert(timer >= 0);
    assert(!timerfd_settime(timer, 0, &second, NULL));
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, try_once, &got[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(got[0] + got[1] <= 1);
    return 0;
}

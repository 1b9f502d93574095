/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 14
 */
/* Two threads try to read a timer that is armed. Each looks at it, L, chooses
 * whether it will have expired if that is not known, and reads, R. R1 comes
 * before R2, or after it. In the first case L2 is before R1, and both have
 * chosen (4), or after it, when R1 has found that it had expired, and there is
 * nothing to choose, or that it had not, and there is (1 + 2). */
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

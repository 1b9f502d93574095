/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 9
 */
/* Two threads poll a timer that is armed, and do not wait. Each looks at it
 * first, L, and polls, P. If neither finds that it has expired, nobody changes
 * anything (1). If the first one alone does, P2 is before P1 (1), or after it,
 * with L2 before P1 (1); and so if the second one does (2). If both do, that is
 * in either order, with both L before it (2), or with one that comes later, and
 * has nothing to choose (2). */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int timer;

static void *look(void *has_expired)
{
    struct pollfd one = {.fd = timer, .events = POLLIN};

    *(int *)has_expired = poll(&one, 1, 0);
    return NULL;
}

int main(void)
{
    struct itimerspec second = {.it_value.tv_sec = 1}, left;
    int has_expired[2];
    pthread_t t[2];

    timer = timerfd_create(CLOCK_MONOTONIC, 0);
    assert(!timerfd_settime(timer, 0, &second, NULL));
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, look, &has_expired[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    if (has_expired[0] || has_expired[1]) {
        assert(!timerfd_gettime(timer, &left));
        assert(!left.it_value.tv_sec && !left.it_value.tv_nsec);
    }
    return 0;
}

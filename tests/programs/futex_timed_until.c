/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* The wake comes before the wait, so that time is over; or after it, before time is
 * over or after that. The limit is a time of the clock, not from now on. */
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_uint word;

static void *wake(void *unused)
{
    syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 1, NULL, NULL,
            FUTEX_BITSET_MATCH_ANY);
    return unused;
}

static void wait_until(void)
{
    struct timespec end, now;
    long result;

    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 2;
    result = syscall(SYS_futex, &word,
                     FUTEX_WAIT_BITSET_PRIVATE | FUTEX_CLOCK_REALTIME, 0, &end,
                     NULL, FUTEX_BITSET_MATCH_ANY);
    clock_gettime(CLOCK_REALTIME, &now);
    assert(!result || (errno == ETIMEDOUT && now.tv_sec >= end.tv_sec &&
                       now.tv_sec <= end.tv_sec + 1));
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wake, NULL);
    wait_until();
    pthread_join(thread, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* Main finds the word changed, before the wake or after it: 2. Or it sleeps, and is
 * woken up, or time is over before that: 2. */
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

static void *set(void *unused)
{
    word = 1;
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    return unused;
}

static void wait_a_second(void)
{
    struct timespec second = {.tv_sec = 1}, before, after;
    long result;

    clock_gettime(CLOCK_MONOTONIC, &before);
    result = syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &second, NULL, 0);
    clock_gettime(CLOCK_MONOTONIC, &after);
    assert(!result || (result == -1 && errno == EAGAIN) ||
           (errno == ETIMEDOUT && after.tv_sec > before.tv_sec));
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, set, NULL);
    wait_a_second();
    pthread_join(thread, NULL);
    return 0;
}

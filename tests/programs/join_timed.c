/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 8
 */
/* A time limit may be over before the thread has ended, by each clock. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static const struct timespec past = {.tv_sec = 1};
static const struct timespec wrong = {.tv_sec = 1, .tv_nsec = -1};

static void *work(void *argument)
{
    return argument;
}

static void join_at_last(pthread_t thread, int status)
{
    if (status) {
        assert(status == ETIMEDOUT);
        assert(!pthread_timedjoin_np(thread, NULL, NULL));
    }
}

int main(void)
{
    pthread_t one, other;

    pthread_create(&one, NULL, work, NULL);
    assert(pthread_clockjoin_np(one, NULL, CLOCK_THREAD_CPUTIME_ID, &past) ==
           EINVAL);
    join_at_last(one, pthread_timedjoin_np(one, NULL, &past));
    pthread_create(&other, NULL, work, NULL);
    join_at_last(other,
                 pthread_clockjoin_np(other, NULL, CLOCK_MONOTONIC, &past));
    pthread_create(&other, NULL, work, NULL);
    if (pthread_timedjoin_np(other, NULL, &wrong)) /* only who waits looks */
        pthread_join(other, NULL);
    return 0;
}

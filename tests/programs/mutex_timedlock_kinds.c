/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 1
 */
/* What is told of time limits, and of mutexes that are held already. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static const struct timespec past = {.tv_sec = 1};
static const struct timespec wrong = {.tv_sec = 1, .tv_nsec = -1};

int main(void)
{
    const clockid_t busy = CLOCK_THREAD_CPUTIME_ID, steady = CLOCK_MONOTONIC;

    assert(pthread_mutex_clocklock(&normal, busy, &past) == EINVAL);
    /* Only who waits looks at the limit. */
    assert(!pthread_mutex_timedlock(&normal, &wrong));
    assert(pthread_mutex_timedlock(&normal, &wrong) == EINVAL);
    assert(pthread_mutex_timedlock(&normal, &past) == ETIMEDOUT);
    assert(pthread_mutex_clocklock(&normal, steady, &past) == ETIMEDOUT);
    assert(!pthread_mutex_unlock(&normal));
    assert(!pthread_mutex_timedlock(&checked, &past));
    assert(pthread_mutex_timedlock(&checked, &past) == EDEADLK);
    assert(pthread_mutex_trylock(&checked) == EBUSY);
    assert(!pthread_mutex_unlock(&checked));
    assert(!pthread_mutex_timedlock(&recursive, &past));
    assert(!pthread_mutex_clocklock(&recursive, steady, &past));
    assert(!pthread_mutex_unlock(&recursive));
    assert(!pthread_mutex_unlock(&recursive));
    assert(pthread_mutex_unlock(&recursive) == EPERM);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 1
 */
/* What a time limit may be, and what is told at once. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static const struct timespec past = {.tv_sec = 1};
static const struct timespec wrong = {.tv_sec = 1, .tv_nsec = 1000000000};

int main(void)
{
    const clockid_t busy = CLOCK_PROCESS_CPUTIME_ID;

    assert(pthread_rwlock_timedrdlock(&lock, &wrong) == EINVAL);
    assert(pthread_rwlock_timedwrlock(&lock, &wrong) == EINVAL);
    assert(pthread_rwlock_clockrdlock(&lock, busy, &past) == EINVAL);
    assert(pthread_rwlock_clockwrlock(&lock, busy, &past) == EINVAL);
    /* It is to be had: then the limit does not matter. */
    assert(!pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &past));
    assert(pthread_rwlock_timedrdlock(&lock, &past) == EDEADLK);
    assert(pthread_rwlock_timedwrlock(&lock, &past) == EDEADLK);
    assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    assert(!pthread_rwlock_unlock(&lock));
    assert(!pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &past));
    assert(pthread_rwlock_timedwrlock(&lock, &past) == ETIMEDOUT);
    assert(!pthread_rwlock_unlock(&lock));
    return 0;
}

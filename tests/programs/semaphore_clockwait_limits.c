/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 1
 */
/* What is told of time limits. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <time.h>

static sem_t semaphore;
static const struct timespec past = {.tv_sec = 1};
static const struct timespec wrong = {.tv_sec = 1, .tv_nsec = 1000000000};

static int told(int status)
{
    return status ? errno : 0;
}

int main(void)
{
    const clockid_t busy = CLOCK_THREAD_CPUTIME_ID, steady = CLOCK_MONOTONIC;

    sem_init(&semaphore, 0, 2);
    assert(told(sem_timedwait(&semaphore, &wrong)) == EINVAL);
    assert(told(sem_clockwait(&semaphore, busy, &past)) == EINVAL);
    assert(told(sem_clockwait(&semaphore, steady, &past)) == 0);
    assert(told(sem_timedwait(&semaphore, &past)) == 0);
    assert(told(sem_timedwait(&semaphore, &past)) == ETIMEDOUT);
    assert(told(sem_clockwait(&semaphore, steady, &past)) == ETIMEDOUT);
    sem_destroy(&semaphore);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -D_GNU_SOURCE
 * verdict: safe
 * executions: 1
 */
/* What is no time, and no clock to wait by, is an error that is returned; a
 * limit that nobody can wake up before is met. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

int main(void)
{
    struct timespec wrong = {1, 1000000000}, end = {1, 0};

    pthread_mutex_lock(&m);
    assert(pthread_cond_timedwait(&cond, &m, &wrong) == EINVAL);
    assert(pthread_cond_clockwait(&cond, &m, CLOCK_PROCESS_CPUTIME_ID, &end) ==
           EINVAL);
    assert(pthread_cond_timedwait(&cond, &m, &end) == ETIMEDOUT);
    assert(pthread_cond_clockwait(&cond, &m, CLOCK_MONOTONIC, &end) ==
           ETIMEDOUT);
    pthread_mutex_unlock(&m);
    return 0;
}

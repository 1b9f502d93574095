/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* Main takes the mutex first, and the signal is lost: 1. Or the thread waits:
 * it times out before the signal comes, and then takes the mutex before main
 * does or after: 2; or it is woken up: 1. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void *wait_a_second(void *unused)
{
    struct timespec end, now;
    int status;

    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec++;
    pthread_mutex_lock(&m);
    status = pthread_cond_timedwait(&cond, &m, &end);
    assert(!status || status == ETIMEDOUT);
    pthread_mutex_unlock(&m);
    clock_gettime(CLOCK_REALTIME, &now);
    assert(!status || now.tv_sec >= end.tv_sec);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait_a_second, NULL);
    pthread_mutex_lock(&m);
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    return 0;
}

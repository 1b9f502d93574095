/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* The thread finds the request when it has given the mutex back, or its time is
 * over. Of the mutex the other thread knows nothing before the end. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void unlock(void *mutex)
{
    pthread_mutex_unlock(mutex);
}

static void *work(void *unused)
{
    struct timespec end;

    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec++;
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    assert(pthread_cond_timedwait(&never, &m, &end) == ETIMEDOUT);
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    assert(!pthread_mutex_trylock(&m));
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* The same with a handler. If the thread takes the mutex first it has given it
 * back before main cancels it; else the request comes in time, or too late. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void unlock(void *mutex)
{
    pthread_mutex_unlock(mutex);
}

static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    pthread_testcancel();
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, work, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    return 0;
}

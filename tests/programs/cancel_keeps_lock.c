/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* A thread is cancelled while it holds a mutex. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_testcancel();
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* Main joins a thread that wants the mutex main holds. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *lock_and_unlock(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_mutex_lock(&m);
    pthread_create(&thread, NULL, lock_and_unlock, NULL);
    pthread_join(thread, NULL);
    pthread_mutex_unlock(&m);
    return 0;
}

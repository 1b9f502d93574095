/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* The mutex, on main's stack, is initialised when a thread may use it already. */
#include <pthread.h>

static void *lock(void *mutex)
{
    pthread_mutex_lock(mutex);
    pthread_mutex_unlock(mutex);
    return NULL;
}

int main(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_t thread;

    pthread_create(&thread, NULL, lock, &mutex);
    pthread_mutex_init(&mutex, NULL);
    pthread_join(thread, NULL);
    return 0;
}

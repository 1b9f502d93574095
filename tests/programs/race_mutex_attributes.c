/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A mutex is made by attributes that another thread sets. */
#include <pthread.h>

static pthread_mutexattr_t attributes;

static void *set(void *unused)
{
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    return unused;
}

int main(void)
{
    pthread_mutex_t mutex;
    pthread_t thread;

    pthread_mutexattr_init(&attributes);
    pthread_create(&thread, NULL, set, NULL);
    pthread_mutex_init(&mutex, &attributes);
    pthread_join(thread, NULL);
    pthread_mutex_destroy(&mutex);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* To wait for a mutex is no cancellation point, though the thread has passed
 * one before. */
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;

static void *work(void *unused)
{
    sem_wait(&s);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    sem_init(&s, 0, 1);
    pthread_mutex_lock(&m);
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    pthread_mutex_unlock(&m);
    return 0;
}

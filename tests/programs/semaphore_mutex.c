/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 6
 * naive: 6
 */
/* A semaphore as a mutex: no data race, one execution for each order. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

enum { THREADS = 3 };

static sem_t mutex;
static int counter;

static void *increment(void *unused)
{
    sem_wait(&mutex);
    counter++;
    sem_post(&mutex);
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];

    sem_init(&mutex, 0, 1);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, increment, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(counter == THREADS);
    assert(sem_destroy(&mutex) == 0);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* A semaphore that a constructor has initialised and used. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t mutex;
static int counter;

__attribute__((constructor)) static void prepare(void)
{
    sem_init(&mutex, 0, 0);
    sem_post(&mutex);
}

static void *increment(void *unused)
{
    sem_wait(&mutex);
    counter++;
    sem_post(&mutex);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, increment, NULL);
    pthread_create(&b, NULL, increment, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}

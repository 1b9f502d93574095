/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

/* An event counter done with a semaphore: the waiter may sleep for ever. */
sem_t wake;
atomic_int waiting, ready;

static void *producer(void *arg)
{
    ready = 1;
    if (waiting)
        sem_post(&wake);
    return arg;
}

int main(void)
{
    pthread_t t;
    sem_init(&wake, 0, 0);
    pthread_create(&t, NULL, producer, NULL);
    if (!ready) {
        waiting = 1;
        sem_wait(&wake);
    }
    pthread_join(t, NULL);
    return 0;
}

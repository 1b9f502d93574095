/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 1
 */
/* A wait acquires what the post before it released. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static int data;

static void *send(void *unused)
{
    data = 42;
    sem_post(&ready);
    return unused;
}

int main(void)
{
    pthread_t thread;

    sem_init(&ready, 1, 0);
    pthread_create(&thread, NULL, send, NULL);
    sem_wait(&ready);
    assert(data == 42);
    pthread_join(thread, NULL);
    return 0;
}

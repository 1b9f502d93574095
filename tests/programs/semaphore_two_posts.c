/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 * naive: 4
 */
/* Both posts were before the second wait: it acquires from both. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static int data[2];

static void *send(void *argument)
{
    int *item = argument;

    *item = 42;
    sem_post(&ready);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    sem_init(&ready, 0, 0);
    pthread_create(&a, NULL, send, &data[0]);
    pthread_create(&b, NULL, send, &data[1]);
    sem_wait(&ready);
    sem_wait(&ready);
    assert(data[0] == 42 && data[1] == 42);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

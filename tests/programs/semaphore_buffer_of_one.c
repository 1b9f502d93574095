/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 1
 */
/* In a buffer of one producer and consumer take turns. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

enum { ITEMS = 3 };

static sem_t room, items;
static int buffer;

static void *produce(void *unused)
{
    for (int i = 1; i <= ITEMS; i++) {
        sem_wait(&room);
        buffer = i;
        sem_post(&items);
    }
    return unused;
}

int main(void)
{
    pthread_t producer;

    sem_init(&room, 0, 1);
    sem_init(&items, 0, 0);
    pthread_create(&producer, NULL, produce, NULL);
    for (int i = 1; i <= ITEMS; i++) {
        sem_wait(&items);
        assert(buffer == i);
        sem_post(&room);
    }
    pthread_join(producer, NULL);
    return 0;
}

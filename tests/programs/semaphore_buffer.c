/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 * naive: 6
 */
/* Producer and consumer share a buffer of two: what the consumer has done when
 * the producer waits for room, and the producer when the consumer looks. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

enum { SIZE = 2, ITEMS = 2 };

static sem_t room, items;
static int buffer[SIZE];

static void *produce(void *unused)
{
    for (int i = 0; i < ITEMS; i++) {
        sem_wait(&room);
        buffer[i % SIZE] = i + 1;
        sem_post(&items);
    }
    return unused;
}

int main(void)
{
    pthread_t producer;

    sem_init(&room, 0, SIZE);
    sem_init(&items, 0, 0);
    pthread_create(&producer, NULL, produce, NULL);
    for (int i = 0; i < ITEMS; i++) {
        sem_wait(&items);
        assert(buffer[i % SIZE] == i + 1);
        sem_post(&room);
    }
    pthread_join(producer, NULL);
    return 0;
}

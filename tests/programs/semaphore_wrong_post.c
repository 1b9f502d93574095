/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* What comes after the post is not released by it. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
int data;

static void *send(void *unused)
{
    sem_post(&ready);
    data = 42;
    return unused;
}

int main(void)
{
    pthread_t thread;

    sem_init(&ready, 0, 0);
    pthread_create(&thread, NULL, send, NULL);
    sem_wait(&ready);
    assert(data == 0 || data == 42);
    pthread_join(thread, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A count of two lets both in. */
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int counter;

static void *increment(void *unused)
{
    sem_wait(&s);
    counter++;
    sem_post(&s);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    sem_init(&s, 0, 2);
    pthread_create(&a, NULL, increment, NULL);
    pthread_create(&b, NULL, increment, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 * naive: 4
 */
/* Two posts commute: the first wait comes after both, or after either. */
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *post(void *unused)
{
    sem_post(&s);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    sem_init(&s, 0, 0);
    pthread_create(&a, NULL, post, NULL);
    pthread_create(&b, NULL, post, NULL);
    sem_wait(&s);
    sem_wait(&s);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A semaphore is initialised while another thread may use it. */
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
    pthread_t thread;

    pthread_create(&thread, NULL, post, NULL);
    sem_init(&s, 0, 1);
    pthread_join(thread, NULL);
    return 0;
}

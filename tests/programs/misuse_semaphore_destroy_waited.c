/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: sem_destroy of a semaphore that a thread waits for
 */
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *wait_for_it(void *unused)
{
    sem_wait(&s);
    return unused;
}

int main(void)
{
    pthread_t thread;

    sem_init(&s, 0, 0);
    pthread_create(&thread, NULL, wait_for_it, NULL);
    sem_destroy(&s);
    pthread_join(thread, NULL);
    return 0;
}

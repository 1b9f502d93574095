/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: deadlock
 * message: 1 thread waits for a semaphore, 1 for another thread's end
 * executions: 2
 * naive: 2
 */
/* A trywait may take what a wait needs. */
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *try_wait(void *unused)
{
    sem_trywait(&s);
    return unused;
}

static void *wait_for_it(void *unused)
{
    sem_wait(&s);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    sem_init(&s, 0, 1);
    pthread_create(&a, NULL, try_wait, NULL);
    pthread_create(&b, NULL, wait_for_it, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

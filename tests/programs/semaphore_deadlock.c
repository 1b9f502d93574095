/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: deadlock
 * message: 2 threads wait for a semaphore, 1 for another thread's end
 * executions: 3
 * naive: 6
 */
/* Two semaphores, taken in either order. */
#include <pthread.h>
#include <semaphore.h>

static sem_t a, b;

static void *a_then_b(void *unused)
{
    sem_wait(&a);
    sem_wait(&b);
    sem_post(&b);
    sem_post(&a);
    return unused;
}

static void *b_then_a(void *unused)
{
    sem_wait(&b);
    sem_wait(&a);
    sem_post(&a);
    sem_post(&b);
    return unused;
}

int main(void)
{
    pthread_t first, second;

    sem_init(&a, 0, 1);
    sem_init(&b, 0, 1);
    pthread_create(&first, NULL, a_then_b, NULL);
    pthread_create(&second, NULL, b_then_a, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}

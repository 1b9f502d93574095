/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* A semaphore is destroyed that a thread has waited for, which now waits for
 * something else. */
#include <mazurka.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t first;
static atomic_int arrived, go_on;

static void *wait_for_both(void *unused)
{
    sem_wait(&first);
    arrived = 1;
    mz_await(go_on, ==, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    sem_init(&first, 0, 0);
    pthread_create(&thread, NULL, wait_for_both, NULL);
    sem_post(&first);
    mz_await(arrived, ==, 1);
    sem_destroy(&first);
    go_on = 1;
    pthread_join(thread, NULL);
    return 0;
}

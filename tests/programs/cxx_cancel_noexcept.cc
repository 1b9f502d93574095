/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: abort
 */
/* A function that lets no exception out cannot be left by cancellation. */
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void wait() noexcept
{
    sem_wait(&never);
}

static void *work(void *unused)
{
    wait();
    return unused;
}

int main()
{
    pthread_t thread;

    sem_init(&never, 0, 0);
    pthread_create(&thread, nullptr, work, nullptr);
    pthread_cancel(thread);
    pthread_join(thread, nullptr);
}

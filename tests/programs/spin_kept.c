/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: deadlock
 * message: 1 thread waits for a spin lock
 * executions: 2
 * naive: 2
 */
/* A thread ends with the lock: that is no error by itself, but who comes
 * later waits for ever. */
#include <pthread.h>

static pthread_spinlock_t lock;

static void *keep(void *unused)
{
    pthread_spin_lock(&lock);
    return unused;
}

static void *take(void *unused)
{
    pthread_spin_lock(&lock);
    pthread_spin_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&threads[0], NULL, keep, NULL);
    pthread_create(&threads[1], NULL, take, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

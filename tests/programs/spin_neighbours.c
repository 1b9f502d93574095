/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 6
 */
/* Two locks in eight bytes are two locks: what is done with one has nothing
 * to do with the other. */
#include <pthread.h>

static _Alignas(8) pthread_spinlock_t locks[2];

static void *first(void *unused)
{
    pthread_spin_lock(&locks[0]);
    pthread_spin_unlock(&locks[0]);
    return unused;
}

static void *second(void *unused)
{
    pthread_spin_lock(&locks[1]);
    pthread_spin_unlock(&locks[1]);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_spin_init(&locks[0], PTHREAD_PROCESS_PRIVATE);
    pthread_spin_init(&locks[1], PTHREAD_PROCESS_SHARED);
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 * naive: 2
 */
/* A lock that was initialised before main is known. */
#include <pthread.h>

static pthread_spinlock_t lock;
static int x;

__attribute__((constructor)) static void begin(void)
{
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&lock);
    pthread_spin_unlock(&lock);
}

static void *increment(void *unused)
{
    pthread_spin_lock(&lock);
    x++;
    pthread_spin_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, increment, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return x != 2;
}

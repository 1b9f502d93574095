/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * message: data race
 */
/* A try that failed protects nothing. */
#include <pthread.h>

static pthread_spinlock_t lock;
static int x;

static void *increment(void *unused)
{
    pthread_spin_lock(&lock);
    x++;
    pthread_spin_unlock(&lock);
    return unused;
}

static void *hasty(void *unused)
{
    int failed = pthread_spin_trylock(&lock);

    x++;
    if (!failed)
        pthread_spin_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&threads[0], NULL, increment, NULL);
    pthread_create(&threads[1], NULL, hasty, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

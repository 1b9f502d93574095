/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: error
 * error: deadlock
 */
/* A thread waits for a mutex that nobody else uses: it holds it itself. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static atomic_int count;

static void *lock_twice(void *unused)
{
    pthread_mutex_lock(&own);
    count++;
    pthread_mutex_lock(&own);
    return unused;
}

static void *add(void *unused)
{
    count++;
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], NULL, lock_twice, NULL);
    pthread_create(&threads[1], NULL, add, NULL);
    for (int t = 0; t < 2; t++)
        pthread_join(threads[t], NULL);
    return 0;
}

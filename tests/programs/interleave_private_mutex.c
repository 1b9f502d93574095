/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: error
 * error: deadlock
 */
/* Another thread locks `late` in some executions only: then what its owner has
 * done to it has to be an operation, and was none in the executions before. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t late = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t both = PTHREAD_MUTEX_INITIALIZER;
static atomic_int begun;

static void *first(void *unused)
{
    begun = 1;
    pthread_mutex_lock(&late);
    pthread_mutex_lock(&both);
    pthread_mutex_unlock(&both);
    pthread_mutex_unlock(&late);
    begun = 2;
    return unused;
}

static void *second(void *unused)
{
    pthread_mutex_lock(&both);
    if (begun == 1) {
        pthread_mutex_lock(&late);
        pthread_mutex_unlock(&late);
    }
    pthread_mutex_unlock(&both);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    for (int t = 0; t < 2; t++)
        pthread_join(threads[t], NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 22
 * naive: 30
 */
/* A writer that tries fails as long as any of two readers is there. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int low, high;

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    assert(low == high);
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *writer(void *unused)
{
    if (pthread_rwlock_trywrlock(&lock))
        return unused;
    low++;
    high++;
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[3];

    pthread_create(&threads[0], NULL, reader, NULL);
    pthread_create(&threads[1], NULL, reader, NULL);
    pthread_create(&threads[2], NULL, writer, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* That nobody writes does not mean that a try to read succeeds: a writer may
 * wait. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock =
    PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static void *trier(void *unused)
{
    assert(!pthread_rwlock_tryrdlock(&lock));
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *writer(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_rwlock_rdlock(&lock);
    pthread_create(&threads[0], NULL, writer, NULL);
    pthread_create(&threads[1], NULL, trier, NULL);
    pthread_join(threads[1], NULL);
    pthread_rwlock_unlock(&lock);
    pthread_join(threads[0], NULL);
    return 0;
}

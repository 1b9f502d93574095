/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 * naive: 2
 */
/* PTHREAD_RWLOCK_PREFER_WRITER_NP does not keep readers out either. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock;
static int x;

static void *reader(void *unused)
{
    assert(!pthread_rwlock_rdlock(&lock));
    assert(!pthread_rwlock_rdlock(&lock));
    assert(!pthread_rwlock_tryrdlock(&lock));
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    assert(x != 1);
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *writer(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    x = 1;
    x = 2;
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_rwlockattr_t attributes;
    pthread_t threads[2];

    pthread_rwlockattr_init(&attributes);
    pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NP);
    pthread_rwlock_init(&lock, &attributes);
    pthread_create(&threads[0], NULL, reader, NULL);
    pthread_create(&threads[1], NULL, writer, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

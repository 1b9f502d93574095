/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* While no writer waits a thread may read again. It gives back as often as it
 * has taken. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock =
    PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static void *read_again(void *unused)
{
    assert(!pthread_rwlock_rdlock(&lock));
    assert(!pthread_rwlock_rdlock(&lock));
    assert(!pthread_rwlock_tryrdlock(&lock));
    for (int i = 0; i < 3; i++) {
        assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
        pthread_rwlock_unlock(&lock);
    }
    assert(!pthread_rwlock_trywrlock(&lock));
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, read_again, NULL);
    pthread_join(thread, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 * naive: 3
 */
/* A lock that prefers writers. The writer is first; or it comes after the reader
 * has unlocked; or before that, and waits. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock =
    PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static int x;

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&lock);
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
    pthread_t threads[2];

    pthread_create(&threads[0], NULL, reader, NULL);
    pthread_create(&threads[1], NULL, writer, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 * naive: 4
 */
/* A writer that does not wait for ever: it is first; or comes after the reader;
 * or in between, where it gets the lock after that, or gives up before. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock =
    PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static const struct timespec end = {.tv_sec = 2000000000};
static int x;

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    assert(x != 1);
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *timed_writer(void *unused)
{
    if (pthread_rwlock_timedwrlock(&lock, &end))
        return unused;
    x = 1;
    x = 2;
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], NULL, reader, NULL);
    pthread_create(&threads[1], NULL, timed_writer, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

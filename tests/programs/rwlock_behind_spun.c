/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 20
 */
/* As many as rwlock_behind_three.c: that one reader waits in a loop makes no
 * difference. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>

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

static void *trier(void *unused)
{
    do
        sched_yield();
    while (pthread_rwlock_tryrdlock(&lock));
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
    pthread_t threads[3];

    pthread_create(&threads[0], NULL, reader, NULL);
    pthread_create(&threads[1], NULL, writer, NULL);
    pthread_create(&threads[2], NULL, trier, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

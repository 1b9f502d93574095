/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --max-executions=2
 * verdict: incomplete
 * executions: 2
 * object: too large
 */
/* Objects in which there is room for a set of 64 threads, used by 100: who has
 * a read lock, who arrives at a barrier; and 99 that wait for a condition. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum { THREADS = 100 };

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int arrived;
static bool go;

static void wait_for_all(void)
{
    pthread_mutex_lock(&mutex);
    if (++arrived == THREADS) {
        go = true;
        pthread_cond_broadcast(&condition);
    }
    while (!go)
        pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
}

static void *run(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    pthread_barrier_wait(&barrier); /* all have the lock */
    pthread_rwlock_rdlock(&lock);   /* each once more: no operation */
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    wait_for_all();
    pthread_rwlock_wrlock(&lock);
    assert(pthread_rwlock_unlock(&lock) == 0);
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];

    pthread_barrier_init(&barrier, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&barrier);
    pthread_rwlock_destroy(&lock);
    return 0;
}

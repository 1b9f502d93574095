/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 16
 *
 * Two pools of three threads each, begun anew four times: a pool is a thread
 * that creates its workers, and joins them. In each round the last workers of
 * the two pools add to one counter, in either order: 2^4. The others have
 * counters of their own.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 4, POOLS = 2, WORKERS = 3 };

static atomic_int count, own[POOLS][WORKERS];

static void *add(void *counter)
{
    ++*(atomic_int *)counter;
    return NULL;
}

static void *pool(void *counters)
{
    atomic_int *own = counters;
    pthread_t workers[WORKERS];

    for (int i = 0; i < WORKERS; i++)
        pthread_create(&workers[i], NULL, add,
                       i == WORKERS - 1 ? &count : &own[i]);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], NULL);
    return NULL;
}

int main(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        pthread_t pools[POOLS];

        for (int k = 0; k < POOLS; k++)
            pthread_create(&pools[k], NULL, pool, own[k]);
        for (int k = 0; k < POOLS; k++)
            pthread_join(pools[k], NULL);
    }
    assert(count == POOLS * ROUNDS);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=add
 * verdict: safe
 * executions: 1
 * naive: 24
 */
/* Nobody uses what the additions return, so that their order is nobody's
 * concern: 1 execution for 4!. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 4 };

static atomic_int count;

static void *add(void *unused)
{
    count++;
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (int t = 0; t < THREADS; t++)
        pthread_create(&threads[t], NULL, add, NULL);
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    assert(count == THREADS);
    return 0;
}

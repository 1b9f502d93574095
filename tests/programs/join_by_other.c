/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 3
 * naive: 3
 */
/* A thread is joined by another than the one that created it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_t first;
atomic_int x;

static void *increment(void *unused)
{
    atomic_fetch_add(&x, 1);
    return unused;
}

static void *join_first(void *unused)
{
    pthread_join(first, NULL);
    atomic_fetch_add(&x, 1);
    return unused;
}

int main(void)
{
    pthread_t second;

    pthread_create(&first, NULL, increment, NULL);
    pthread_create(&second, NULL, join_first, NULL);
    atomic_fetch_add(&x, 1);
    pthread_join(second, NULL);
    assert(atomic_load(&x) == 3);
    return 0;
}

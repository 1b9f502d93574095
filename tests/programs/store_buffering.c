/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 * naive: 6
 */
/* Explored as sequentially consistent: both loads cannot be 0. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
static int r1, r2;

static void *first(void *unused)
{
    atomic_store(&x, 1);
    r1 = atomic_load(&y);
    return unused;
}

static void *second(void *unused)
{
    atomic_store(&y, 1);
    r2 = atomic_load(&x);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(r1 || r2);
    return 0;
}

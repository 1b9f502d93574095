/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 * naive: 6
 */
/* An increment by a weak compare-exchange in a loop; it does not fail
 * spuriously. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *increment(void *unused)
{
    int seen = atomic_load(&x);

    while (!atomic_compare_exchange_weak(&x, &seen, seen + 1))
        ;
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, increment, NULL);
    pthread_create(&b, NULL, increment, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&x) == 2);
    return 0;
}

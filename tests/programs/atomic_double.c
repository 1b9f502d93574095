/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 * naive: 6
 */
/* An atomic double, by a compare-exchange loop. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic double sum;

static void *add(void *unused)
{
    double seen = atomic_load(&sum);

    while (!atomic_compare_exchange_strong(&sum, &seen, seen + 0.5))
        ;
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&sum) == 1.0);
    return 0;
}

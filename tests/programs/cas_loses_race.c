/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* The compare-exchange fails only if the other thread's comes before it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *other(void *unused)
{
    int expected = 0;

    atomic_compare_exchange_strong(&x, &expected, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int expected = 0;

    pthread_create(&thread, NULL, other, NULL);
    assert(atomic_compare_exchange_strong(&x, &expected, 2));
    pthread_join(thread, NULL);
    return 0;
}

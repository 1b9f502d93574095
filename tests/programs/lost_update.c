/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* Load and store apart: one increment may be lost. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *increment(void *unused)
{
    atomic_store(&x, atomic_load(&x) + 1);
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

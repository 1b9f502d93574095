/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* Fails in one interleaving of 20 only: x, x y, y z, z. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y, z;

static void *forth(void *unused)
{
    atomic_store(&x, 1);
    atomic_store(&y, 1);
    atomic_store(&z, 1);
    return unused;
}

static void *back(void *unused)
{
    int a = atomic_load(&x), b = atomic_load(&y), c = atomic_load(&z);

    assert(!(a == 0 && b == 1 && c == 0));
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, forth, NULL);
    pthread_create(&b, NULL, back, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

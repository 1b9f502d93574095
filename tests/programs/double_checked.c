/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 * naive: 12
 */
/* Double-checked locking as it should be: the pointer is atomic. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
_Atomic(int *) instance;

static int *get(void)
{
    int *it = atomic_load_explicit(&instance, memory_order_acquire);

    if (it)
        return it;
    pthread_mutex_lock(&m);
    it = atomic_load_explicit(&instance, memory_order_relaxed);
    if (!it) {
        it = malloc(sizeof *it);
        *it = 42;
        atomic_store_explicit(&instance, it, memory_order_release);
    }
    pthread_mutex_unlock(&m);
    return it;
}

static void *use(void *unused)
{
    assert(*get() == 42);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, use, NULL);
    pthread_create(&b, NULL, use, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(instance);
    return 0;
}

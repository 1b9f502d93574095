/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * message: the end of its thread
 */
/* A thread does not end before another has used its frame; but nothing orders
 * the use before the end. */
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(int *) shared;
static atomic_int done;

static void *lend(void *unused)
{
    int x = 0;

    atomic_store(&shared, &x);
    mz_assume(atomic_load_explicit(&done, memory_order_relaxed));
    return unused;
}

int main(void)
{
    pthread_t thread;
    int *x;

    pthread_create(&thread, NULL, lend, NULL);
    x = atomic_load(&shared);
    mz_assume(x != NULL);
    *x = 1;
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    pthread_join(thread, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * message: the end of its stack frame
 */
/* A function returns while another thread uses its frame. What it does then
 * comes after: that it has ended by then makes no difference. */
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(int *) shared;
static atomic_int done, synchronised;

static __attribute__((noinline)) void lend(void)
{
    int x = 0;

    atomic_store(&shared, &x);
    mz_assume(atomic_load_explicit(&done, memory_order_relaxed));
}

static void *run(void *unused)
{
    lend();
    mz_assume(atomic_load(&synchronised));
    return unused;
}

int main(void)
{
    pthread_t thread;
    int *x;

    pthread_create(&thread, NULL, run, NULL);
    x = atomic_load(&shared);
    mz_assume(x != NULL);
    *x = 1;
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    atomic_store(&synchronised, 1);
    pthread_join(thread, NULL);
    return 0;
}

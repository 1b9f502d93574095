/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=ignore
 * verdict: error
 * error: memory
 * message: the stack of a thread that has ended
 */
/* A thread says that it will use an atomic object of another, which may end
 * before it does: the end is an operation, if it must be. */
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(atomic_int *) shared;
static atomic_int seen;
atomic_int other;

static void *use(void *unused)
{
    atomic_int *x = atomic_load(&shared);

    if (x) {
        atomic_store(&seen, 1);
        atomic_store(x, 1);
    }
    return unused;
}

static void *lend(void *unused)
{
    atomic_int x;

    atomic_init(&x, 0);
    atomic_store(&shared, &x);
    mz_assume(atomic_load(&seen));
    atomic_store(&other, 1);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], NULL, use, NULL);
    pthread_create(&threads[1], NULL, lend, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 * compilers: differ
 */
/* What it writes for a moment lies on its own stack, and main knows where. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic(atomic_int *) lent;
static atomic_int done;

static void *wait_for_it(void *unused)
{
    atomic_int mine = 0;

    atomic_store(&lent, &mine);
    while (!atomic_load(&done)) {
        atomic_store(&mine, 1);
        atomic_store(&mine, 0);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    atomic_int *where;

    pthread_create(&thread, NULL, wait_for_it, NULL);
    while (!(where = atomic_load(&lent)))
        ;
    assert(!atomic_load(where));
    atomic_store(&done, 1);
    pthread_join(thread, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* An execution whose assumption is false is no execution. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int);

atomic_int x;

static void *store(void *unused)
{
    atomic_store(&x, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, store, NULL);
    __VERIFIER_assume(atomic_load(&x) == 1);
    assert(atomic_load(&x) == 1);
    pthread_join(thread, NULL);
    return 0;
}

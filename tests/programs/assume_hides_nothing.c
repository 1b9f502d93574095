/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* Main's assumption fails at first, and holds once the other has stored. */
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

static void *store(void *unused)
{
    atomic_store(&x, 1);
    atomic_store(&y, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, store, NULL);
    mz_assume(atomic_load(&x) == 1);
    assert(atomic_load(&y) == 0);
    pthread_join(thread, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* One choice of twenty fails, in one order of two. */
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint x;

static void *choose(void *unused)
{
    atomic_store(&x, mz_choose(20));
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, choose, NULL);
    assert(atomic_load(&x) != 19);
    pthread_join(thread, NULL);
    return 0;
}

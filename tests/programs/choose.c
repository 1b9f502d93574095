/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 24
 */
/* Every value of every choice: 3 by 4, and two orders of the stores. */
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint x;

static void *choose_three(void *unused)
{
    unsigned value = mz_choose(3);

    assert(value < 3);
    atomic_store(&x, value);
    return unused;
}

int main(void)
{
    pthread_t thread;
    unsigned value = mz_choose(4);

    assert(value < 4);
    pthread_create(&thread, NULL, choose_three, NULL);
    atomic_store(&x, value);
    pthread_join(thread, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* The turn is given away before the wish is told: both may enter. */
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int wants[2], turn, inside;

static void *enter(void *id)
{
    int me = (int)(intptr_t)id, other = 1 - me;

    atomic_store(&turn, other);
    atomic_store(&wants[me], 1);
    mz_assume(!atomic_load(&wants[other]) || atomic_load(&turn) == me);
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    atomic_store(&wants[me], 0);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, enter, (void *)0);
    pthread_create(&b, NULL, enter, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

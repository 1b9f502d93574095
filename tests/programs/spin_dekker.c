/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: safe
 * compilers: differ
 */
/* Dekker's lock: who is not due gives way, and waits until it is. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int wants[2], turn;
static int inside;

static void give_way(int me)
{
    atomic_store(&wants[me], 0);
    while (atomic_load(&turn) != me)
        ;
    atomic_store(&wants[me], 1);
}

static void *enter(void *id)
{
    int me = (int)(intptr_t)id, other = 1 - me;

    atomic_store(&wants[me], 1);
    while (atomic_load(&wants[other]))
        if (atomic_load(&turn) != me)
            give_way(me);
    inside++;
    assert(inside == 1);
    inside--;
#ifndef BROKEN
    atomic_store(&turn, other);
#endif
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

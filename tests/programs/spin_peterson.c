/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: safe
 * executions: 4
 */
/* Peterson's lock as it is written: a loop that waits for either of two
 * variables to change. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2], turn;
static int inside;

static void *enter(void *id)
{
    int me = (int)(intptr_t)id, other = 1 - me;

#ifdef BROKEN
    atomic_store(&turn, other);
#endif
    atomic_store(&wants[me], 1);
#ifndef BROKEN
    atomic_store(&turn, other);
#endif
    while (atomic_load(&wants[other]) && atomic_load(&turn) == other)
        ;
    inside++;
    assert(inside == 1);
    inside--;
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

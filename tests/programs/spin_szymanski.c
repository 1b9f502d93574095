/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: safe
 * compilers: differ
 * object: too large
 */
/* Szymanski's lock: who has come while the door was open goes first. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { OUT, COMES, WAITS_FOR_OTHERS, AT_DOOR = 3, IS_IN = 4 };

static atomic_int flag[2];
static int inside;

static void *enter(void *id)
{
    int me = (int)(intptr_t)id, other = 1 - me;

    atomic_store(&flag[me], COMES);
    while (atomic_load(&flag[other]) >= AT_DOOR)
        ;
    atomic_store(&flag[me], AT_DOOR);
    if (atomic_load(&flag[other]) == COMES) {
        atomic_store(&flag[me], WAITS_FOR_OTHERS);
        while (atomic_load(&flag[other]) != IS_IN)
            ;
    }
    atomic_store(&flag[me], IS_IN);
#ifndef BROKEN
    if (other < me)
        while (atomic_load(&flag[other]) > COMES)
            ;
#endif
    inside++;
    assert(inside == 1);
    inside--;
    if (me < other)
        for (int f; (f = atomic_load(&flag[other])) == WAITS_FOR_OTHERS ||
                    f == AT_DOOR;)
            ;
    atomic_store(&flag[me], OUT);
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

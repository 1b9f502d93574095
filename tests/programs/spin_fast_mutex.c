/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: safe
 * compilers: differ
 */
/* Lamport's fast mutex: without others five accesses to memory suffice. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { THREADS = 2 };

static atomic_int wants[THREADS], x, y;
static int inside;

/* A second look, after another thread has come in between. */
static bool wins(int me)
{
    atomic_store(&wants[me - 1], 0);
#ifndef BROKEN
    for (int t = 0; t < THREADS; t++)
        while (atomic_load(&wants[t]))
            ;
#endif
    if (atomic_load(&y) == me)
        return true;
    while (atomic_load(&y))
        ;
    return false;
}

static bool try(int me)
{
    atomic_store(&wants[me - 1], 1);
    atomic_store(&x, me);
    if (atomic_load(&y)) {
        atomic_store(&wants[me - 1], 0);
        while (atomic_load(&y))
            ;
        return false;
    }
    atomic_store(&y, me);
    return atomic_load(&x) == me || wins(me);
}

static void *enter(void *id)
{
    int me = (int)(intptr_t)id;

    while (!try(me))
        ;
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&y, 0);
    atomic_store(&wants[me - 1], 0);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, enter, (void *)1);
    pthread_create(&b, NULL, enter, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

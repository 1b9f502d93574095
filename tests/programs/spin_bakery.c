/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: safe
 * compilers: differ
 */
/* Lamport's bakery: who has the lowest number is the next. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { THREADS = 2 };

static atomic_int choosing[THREADS], number[THREADS];
static int inside;

static void choose(int me)
{
    int highest = 0;

#ifndef BROKEN
    atomic_store(&choosing[me], 1);
#endif
    for (int t = 0; t < THREADS; t++) {
        int n = atomic_load(&number[t]);

        if (n > highest)
            highest = n;
    }
    atomic_store(&number[me], highest + 1);
#ifndef BROKEN
    atomic_store(&choosing[me], 0);
#endif
}

static int comes_first(int t, int me, int mine)
{
    int n = atomic_load(&number[t]);

    return n && (n < mine || (n == mine && t < me));
}

static void *enter(void *id)
{
    int me = (int)(intptr_t)id, mine;

    choose(me);
    mine = atomic_load(&number[me]);
    for (int t = 0; t < THREADS; t++) {
#ifndef BROKEN
        while (atomic_load(&choosing[t]))
            ;
#endif
        while (comes_first(t, me, mine))
            ;
    }
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&number[me], 0);
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

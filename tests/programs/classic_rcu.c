/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * compilers: differ
 */
/* Read-copy update (McKenney and Slingwine, 1998), the least that can be called
 * so: who replaces what readers may see frees it when each that might has left. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { READERS = 2 };

struct pair {
    int a, b;
};

static _Atomic(struct pair *) current;
static atomic_bool reads[READERS];

static void *read_pair(void *argument)
{
    int self = (int)(long)argument;
    struct pair *pair;

    atomic_store(&reads[self], true);
    pair = atomic_load(&current);
    assert(pair->a == pair->b);
    atomic_store(&reads[self], false);
    return NULL;
}

static struct pair *make(int value)
{
    struct pair *pair = malloc(sizeof *pair);

    pair->a = pair->b = value;
    return pair;
}

int main(void)
{
    pthread_t threads[READERS];
    struct pair *old;

    atomic_store(&current, make(1));
    for (long i = 0; i < READERS; i++)
        pthread_create(&threads[i], NULL, read_pair, (void *)i);
    old = atomic_exchange(&current, make(2));
#ifndef BROKEN
    for (int i = 0; i < READERS; i++)
        while (atomic_load(&reads[i]))
            ;
#endif
    free(old);
    for (int i = 0; i < READERS; i++)
        pthread_join(threads[i], NULL);
    free(current);
    return 0;
}

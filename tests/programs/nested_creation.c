/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 24
 * naive: 24
 */
/* Threads create threads: a tree of four that each write once, unordered. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int x;

static void *grow(void *arg)
{
    intptr_t depth = (intptr_t)arg;
    pthread_t child[2];

    for (int i = 0; depth > 0 && i < 2; i++)
        pthread_create(&child[i], NULL, grow, (void *)(depth - 1));
    if (depth == 0)
        atomic_fetch_add(&x, 1);
    for (int i = 0; depth > 0 && i < 2; i++)
        pthread_join(child[i], NULL);
    return NULL;
}

int main(void)
{
    grow((void *)2);
    assert(atomic_load(&x) == 4);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: safe
 * compilers: differ
 * object: too large
 */
/* The queue lock of Mellor-Crummey and Scott: each waits at a node of its own
 * for the one before it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { THREADS = 3 };

struct node {
    _Atomic(struct node *) next;
    atomic_bool waits;
};

static struct node nodes[THREADS];
static _Atomic(struct node *) tail;
static int counter;

static void acquire(struct node *mine)
{
    struct node *before = atomic_exchange(&tail, mine);

    if (!before)
        return;
#ifdef BROKEN
    atomic_store(&before->next, mine);
#endif
    atomic_store(&mine->waits, true);
#ifndef BROKEN
    atomic_store(&before->next, mine);
#endif
    while (atomic_load(&mine->waits))
        ;
}

static void release(struct node *mine)
{
    struct node *expected = mine, *next;

    if (!atomic_load(&mine->next) &&
        atomic_compare_exchange_strong(&tail, &expected, NULL))
        return;
    while (!(next = atomic_load(&mine->next)))
        ;
    atomic_store(&next->waits, false);
}

static void *increment(void *node)
{
    acquire(node);
    counter++;
    release(node);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, increment, &nodes[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(counter == THREADS);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: safe
 * executions: 6
 */
/* The queue lock of Craig, Landin and Hagersten: each waits at the node of the
 * one before it. One execution for each order in which they come. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { THREADS = 3 };

struct node {
    atomic_bool is_busy;
};

static struct node nodes[THREADS], first;
static _Atomic(struct node *) tail = &first;
static int counter;

static void *increment(void *node)
{
    struct node *mine = node, *before;

    atomic_store(&mine->is_busy, true);
    before = atomic_exchange(&tail, mine);
    while (atomic_load(&before->is_busy))
        ;
    counter++;
    atomic_store(&mine->is_busy, false);
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

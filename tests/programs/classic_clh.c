/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * compilers: differ
 */
/* The queue lock of Craig and of Landin and Hagersten (1993): who waits spins on
 * the node of its predecessor, and goes on with that node. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { THREADS = 2, ROUNDS = 2 };

struct node {
    atomic_bool locked;
};

static struct node nodes[THREADS + 1];
static _Atomic(struct node *) tail = &nodes[THREADS];
static int counter;

static struct node *lock(struct node *own)
{
    struct node *before;

    atomic_store(&own->locked, true);
    before = atomic_exchange(&tail, own);
    while (atomic_load(&before->locked))
        ;
    return before;
}

static void unlock(struct node **own, struct node *before)
{
    atomic_store(&(*own)->locked, false);
#ifndef BROKEN
    *own = before;
#else
    (void)before;
#endif
}

static void *run(void *argument)
{
    struct node *own = argument;

    for (int i = 0; i < ROUNDS; i++) {
        struct node *before = lock(own);

        counter++;
        unlock(&own, before);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, run, &nodes[0]);
    run(&nodes[1]);
    pthread_join(thread, NULL);
    assert(counter == THREADS * ROUNDS);
    return 0;
}

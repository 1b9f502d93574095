/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* ABA: while one thread is about to pop node 0, the other pops 0 and 1 and
 * pushes 0 back; the first then puts the popped node 1 on top again. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct node {
    _Atomic(struct node *) next;
    atomic_bool popped;
};

static struct node nodes[2];
_Atomic(struct node *) top;

static void push(struct node *node)
{
    struct node *seen = atomic_load(&top);

    atomic_store(&node->popped, false);
    do
        atomic_store(&node->next, seen);
    while (!atomic_compare_exchange_strong(&top, &seen, node));
}

static struct node *pop(void)
{
    struct node *seen = atomic_load(&top);

    while (seen && !atomic_compare_exchange_strong(&top, &seen,
                                                   atomic_load(&seen->next)))
        ;
    if (seen)
        assert(!atomic_exchange(&seen->popped, true));
    return seen;
}

static void *pop_one(void *unused)
{
    pop();
    return unused;
}

int main(void)
{
    pthread_t other;
    struct node *first;

    push(&nodes[1]);
    push(&nodes[0]);
    pthread_create(&other, NULL, pop_one, NULL);
    first = pop();
    pop();
    if (first)
        push(first);
    pthread_join(other, NULL);
    while (pop())
        ;
    return 0;
}

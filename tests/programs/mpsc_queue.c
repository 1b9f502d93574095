/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 8
 * naive: 90
 */
/* An intrusive queue, many producers, one consumer: exchange, then link. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    _Atomic(struct node *) next;
    int value;
};

static struct node stub, nodes[2];
_Atomic(struct node *) tail = &stub;

static void *produce(void *arg)
{
    struct node *node = arg, *before;

    node->value = 42;
    before = atomic_exchange_explicit(&tail, node, memory_order_acq_rel);
    atomic_store_explicit(&before->next, node, memory_order_release);
    return NULL;
}

static int consume(struct node **head)
{
    struct node *next = atomic_load_explicit(&(*head)->next,
                                             memory_order_acquire);

    if (!next)
        return 0;
    assert(next->value == 42);
    *head = next;
    return 1;
}

int main(void)
{
    pthread_t a, b;
    struct node *head = &stub;
    int taken;

    pthread_create(&a, NULL, produce, &nodes[0]);
    pthread_create(&b, NULL, produce, &nodes[1]);
    taken = consume(&head);
    taken += consume(&head);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    while (consume(&head))
        taken++;
    assert(taken == 2);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 40
 * naive: 524
 */
/* Two pushes and two pops on a Treiber stack whose nodes are not reused. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    struct node *next;
    atomic_int popped;
};

static struct node nodes[2];
_Atomic(struct node *) top;

static void push(struct node *node)
{
    struct node *seen = atomic_load(&top);

    do
        node->next = seen;
    while (!atomic_compare_exchange_weak(&top, &seen, node));
}

static void pop(void)
{
    struct node *seen = atomic_load(&top);

    while (seen && !atomic_compare_exchange_weak(&top, &seen, seen->next))
        ;
    if (seen)
        assert(atomic_fetch_add(&seen->popped, 1) == 0);
}

static void *push_and_pop(void *node)
{
    push(node);
    pop();
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, push_and_pop, &nodes[0]);
    pthread_create(&b, NULL, push_and_pop, &nodes[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&top) == NULL);
    return 0;
}

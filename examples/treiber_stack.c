/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Treiber's lock-free stack, as it is often written: pop frees the node it has
 * taken off. But between the moment another pop loads `top` and the moment it
 * reads `top->next`, that node may be gone. (Were its memory used again for a
 * new node, even the compare-exchange would not notice: ABA.)
 *
 *     $ mazurka check examples/treiber_stack.c
 *     examples/treiber_stack.c:53: error: data race on ...
 *       freed by thread main.2 at examples/treiber_stack.c:53 in pop
 *         free(node);
 *       read by thread main.1 at examples/treiber_stack.c:49 in pop, step 12
 *         while (node && !atomic_compare_exchange_weak(&top, &node, ...
 *
 *     interleaving (15 steps, 2 context switches, ...
 *     ...
 *        13  main.2  atomic load: top is struct node from treiber_stack.c:36 (#2)  ...
 *     ...
 *
 * Remedies: hazard pointers, epochs, or nodes that are never given back.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static _Atomic(struct node *) top;

static void push(int value)
{
    struct node *node = malloc(sizeof *node);

    node->value = value;
    node->next = atomic_load(&top);
    while (!atomic_compare_exchange_weak(&top, &node->next, node))
        ;
}

static int pop(void)
{
    struct node *node = atomic_load(&top);
    int value = 0;

    while (node && !atomic_compare_exchange_weak(&top, &node, node->next))
        ;
    if (node) {
        value = node->value;
        free(node);
    }
    return value;
}

static void *pop_one(void *sum)
{
    atomic_fetch_add((atomic_int *)sum, pop());
    return NULL;
}

int main(void)
{
    atomic_int sum = 0;
    pthread_t a, b;

    push(1);
    push(2);
    pthread_create(&a, NULL, pop_one, &sum);
    pthread_create(&b, NULL, pop_one, &sum);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&sum) == 3);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* depth: 2 */
/* Treiber's stack, whose nodes are used again. Two orders: one has read the
 * head and its next before the other pops, and swaps after the first is
 * back. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { NODES = 3, NONE = -1 };

static atomic_int head = 0, next_of[NODES] = {1, 2, NONE};
static atomic_int taken[NODES];

static int pop(void)
{
    for (;;) {
        int first = head;
        int next = first == NONE ? NONE : next_of[first];

        if (first == NONE)
            return NONE;
        if (atomic_compare_exchange_strong(&head, &first, next)) {
            assert(!taken[first]++);
            return first;
        }
    }
}

static void push(int node)
{
    int first = head;

    taken[node] = 0;
    do
        next_of[node] = first;
    while (!atomic_compare_exchange_strong(&head, &first, node));
}

static void *slow(void *unused)
{
    pop();
    pop();
    return unused;
}

static void *quick(void *unused)
{
    int a = pop(), b = pop();

    (void)b;
    if (a != NONE)
        push(a);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, slow, NULL);
    pthread_create(&b, NULL, quick, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* A stack by compare-exchange: its top comes back while another thread is
 * between its read and its exchange, and a node that was taken is on it. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

void __VERIFIER_assert(int condition)
{
    if (!condition) {
    ERROR:
        reach_error();
        abort();
    }
}

struct node {
    struct node *next;
    int owned;
};

struct node second, first = {.next = &second};
struct node *top = &first;

struct node *__VERIFIER_atomic_top()
{
    return top;
}

int __VERIFIER_atomic_cas(struct node *expected, struct node *desired)
{
    if (top != expected)
        return 0;
    top = desired;
    return 1;
}

struct node *pop()
{
    struct node *node = __VERIFIER_atomic_top();

    if (!node || !__VERIFIER_atomic_cas(node, node->next))
        return 0;
    return node;
}

void push(struct node *node)
{
    node->next = __VERIFIER_atomic_top();
    __VERIFIER_atomic_cas(node->next, node);
}

void *take_one(void *unused)
{
    struct node *node = pop();

    if (node)
        node->owned++;
    return 0;
}

void *take_two(void *unused)
{
    struct node *a = pop(), *b = pop();

    if (b)
        b->owned++;
    if (a)
        push(a);
    return 0;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, 0, take_one, 0);
    pthread_create(&b, 0, take_two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    for (struct node *node = top; node; node = node->next)
        __VERIFIER_assert(!node->owned);
    return 0;
}

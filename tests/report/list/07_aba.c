/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    _Atomic(struct node *) next;
    atomic_int owned;
};

static _Atomic(struct node *) top;
static struct node nodes[3];

static void push(struct node *n)
{
    struct node *old = atomic_load(&top);
    do
        atomic_store(&n->next, old);
    while (!atomic_compare_exchange_strong(&top, &old, n));
}

static struct node *pop(void)
{
    struct node *old = atomic_load(&top), *next;
    do {
        if (!old)
            return NULL;
        next = atomic_load(&old->next);
    } while (!atomic_compare_exchange_strong(&top, &old, next));
    return old;
}

static void *thief(void *arg)
{
    struct node *n = pop();
    if (n)
        assert(atomic_exchange(&n->owned, 1) == 0);
    return arg;
}

static void *recycler(void *arg)
{
    struct node *a = pop();
    struct node *b = pop();
    if (b)
        assert(atomic_exchange(&b->owned, 1) == 0);
    if (a)
        push(a);
    struct node *c = pop();
    if (c)
        assert(atomic_exchange(&c->owned, 1) == 0);
    return arg;
}

int main(void)
{
    pthread_t x, y;
    for (int i = 2; i >= 0; i--) {
        nodes[i].value = i;
        push(&nodes[i]);
    }
    pthread_create(&x, NULL, thief, NULL);
    pthread_create(&y, NULL, recycler, NULL);
    pthread_join(x, NULL);
    pthread_join(y, NULL);
    struct node *n = pop();
    if (n)
        assert(atomic_load(&n->owned) == 0);
    return 0;
}

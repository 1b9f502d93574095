/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* The lock-free queue of Michael and Scott (1996); nodes are not freed. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
    _Atomic(struct node *) next;
    int value;
};

static struct node first;
static _Atomic(struct node *) head = &first, tail = &first;

static void put(int value)
{
    struct node *node = calloc(1, sizeof *node);

    node->value = value;
    for (;;) {
        struct node *last = atomic_load(&tail), *next = NULL;

#ifndef BROKEN
        if (atomic_compare_exchange_strong(&last->next, &next, node)) {
            atomic_compare_exchange_strong(&tail, &last, node);
            return;
        }
        atomic_compare_exchange_strong(&tail, &last, next);
#else
        next = atomic_load(&last->next);
        if (!next) {
            atomic_store(&last->next, node);
            atomic_compare_exchange_strong(&tail, &last, node);
            return;
        }
        atomic_compare_exchange_strong(&tail, &last, next);
#endif
    }
}

/* 0: it is empty. */
static int take(void)
{
    for (;;) {
        struct node *before = atomic_load(&head);
        struct node *last = atomic_load(&tail);
        struct node *next = atomic_load(&before->next);

        if (!next)
            return 0;
        if (before == last)
            atomic_compare_exchange_strong(&tail, &last, next);
        else if (atomic_compare_exchange_strong(&head, &before, next))
            return next->value;
    }
}

static void *run(void *argument)
{
    put((int)(long)argument);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int a, b;

    pthread_create(&thread, NULL, run, (void *)1);
    put(2);
    a = take();
    pthread_join(thread, NULL);
    b = take();
    assert(a && b && a != b);
    assert(take() == 0);
    return 0;
}

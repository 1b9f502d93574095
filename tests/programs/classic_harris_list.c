/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* The lock-free list of Harris (2001): the lowest bit of a link says that the
 * node it belongs to is deleted. Nodes are not freed. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>

struct node {
    int key;
    _Atomic(uintptr_t) next; /* odd: this node is deleted */
};

static struct node last = {.key = 9}, one = {.key = 1}, two = {.key = 2};
static struct node head = {.key = 0};

static struct node *node_of(uintptr_t link)
{
    return (struct node *)(link & ~(uintptr_t)1);
}

/* The first node from that key on, and the one before it; unlinks deleted ones
 * on its way. */
static struct node *search(int key, struct node **before)
{
    struct node *at, *left = &head;

again:
    left = &head;
    at = node_of(atomic_load(&left->next));
    for (;;) {
        uintptr_t next = atomic_load(&at->next), expected = (uintptr_t)at;

        if (next & 1) {
            if (!atomic_compare_exchange_strong(&left->next, &expected,
                                                next - 1))
                goto again;
            at = node_of(next);
            continue;
        }
        if (at->key >= key)
            break;
        left = at;
        at = node_of(next);
    }
    *before = left;
    return at;
}

static void insert(struct node *node)
{
    for (;;) {
        struct node *before, *at = search(node->key, &before);
        uintptr_t expected = (uintptr_t)at;

        atomic_store(&node->next, (uintptr_t)at);
        if (atomic_compare_exchange_strong(&before->next, &expected,
                                           (uintptr_t)node))
            return;
    }
}

static void delete(struct node *node)
{
    for (;;) {
        struct node *before, *at = search(node->key, &before);
        uintptr_t next = atomic_load(&at->next), expected = (uintptr_t)at;

        assert(at == node);
#ifndef BROKEN
        if (next & 1 ||
            !atomic_compare_exchange_strong(&at->next, &next, next | 1))
            continue;
        atomic_compare_exchange_strong(&before->next, &expected, next);
        return;
#else
        if (atomic_compare_exchange_strong(&before->next, &expected, next))
            return;
#endif
    }
}

static bool contains(int key)
{
    struct node *before;

    return search(key, &before)->key == key;
}

static void *run(void *unused)
{
    insert(&two);
    return unused;
}

int main(void)
{
    pthread_t thread;

    one.next = (uintptr_t)&last;
    head.next = (uintptr_t)&one;
    pthread_create(&thread, NULL, run, NULL);
    delete(&one);
    pthread_join(thread, NULL);
    assert(!contains(1) && contains(2));
    return 0;
}

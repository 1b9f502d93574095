/* SPDX-License-Identifier: Apache-2.0 */
/* A map without locks, on Michael's list: an ordered list whose nodes are marked
 * in their last bit of `next` before they are unlinked, so that nothing is
 * appended to them any more. Whoever takes the value out has removed the key.
 * Broken: unlinked without a mark. */
#include <mazurka.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum { GONE = -1, MARK = 1 };

struct node {
    long key;
    atomic_long value;
    _Atomic uintptr_t next; /* with MARK: this one is out */
};

static struct node *new_node(long key, long value, struct node *next)
{
    struct node *node = malloc(sizeof *node);

    node->key = key;
    atomic_init(&node->value, value);
    atomic_init(&node->next, (uintptr_t)next);
    return node;
}

/* The head, and a key. */
static void *create(void)
{
    return new_node(0, 0, new_node(1, 10, NULL));
}

static struct node *node_of(uintptr_t link)
{
    return (struct node *)(link & ~(uintptr_t)MARK);
}

static int change(struct node *before, struct node *from, struct node *to)
{
    uintptr_t expected = (uintptr_t)from;

    return atomic_compare_exchange_strong(&before->next, &expected,
                                          (uintptr_t)to);
}

/* The first node that is not less, and the one before; marked ones are unlinked
 * on the way. */
static struct node *find(struct node *head, long key, struct node **before)
{
    struct node *node;
    uintptr_t next;

again:
    *before = head;
    for (node = node_of(head->next); node; node = node_of(next)) {
        next = node->next;
        if (next & MARK) {
            if (!change(*before, node, node_of(next)))
                goto again;
            continue;
        }
        if (node->key >= key)
            break;
        *before = node;
    }
    return node;
}

static void unlink_node(struct node *before, struct node *node)
{
#ifndef BROKEN
    atomic_fetch_or(&node->next, MARK);
#endif
    change(before, node, node_of(node->next));
}

/* All: what was there before; 0: nothing. */
static long put(void *map, long key, long value)
{
    struct node *before, *node;
    long there;

    for (;;) {
        node = find(map, key, &before);
        if (!node || node->key != key) {
            if (change(before, node, new_node(key, value, node)))
                return 0;
            continue;
        }
        there = node->value;
        if (there == GONE)
            unlink_node(before, node);
        else if (atomic_compare_exchange_strong(&node->value, &there, value))
            return there;
    }
}

static long take_out(void *map, long key)
{
    struct node *before, *node = find(map, key, &before);
    long there = node && node->key == key ? atomic_exchange(&node->value, GONE)
                                          : GONE;

    if (there == GONE)
        return 0;
    unlink_node(before, node);
    return there;
}

static long get(void *map, long key)
{
    struct node *node = node_of(((struct node *)map)->next);
    long there;

    while (node && node->key < key)
        node = node_of(node->next);
    if (!node || node->key != key)
        return 0;
    there = node->value;
    return there == GONE ? 0 : there;
}

int main(void)
{
    return mz_linearizable(
        &(struct mz_object){
            .create = create,
            .operations = {MZ_OP(put, MZ_RANGE(1, 2), MZ_DATA),
                           MZ_OP(take_out, MZ_RANGE(1, 2)),
                           MZ_OP(get, MZ_RANGE(1, 2))},
        },
        &(struct mz_scenario){.length = 2});
}

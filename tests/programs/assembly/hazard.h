/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A list that is pushed and popped at its head, with hazard pointers: who is
 * about to look into a node says so, and makes sure that it is still the head;
 * who has removed a node frees it only if nobody has said so.
 */
#ifndef ASSEMBLY_HAZARD_H
#define ASSEMBLY_HAZARD_H

#include <stdlib.h>

#include "primitive.h"

enum { HAZARD_THREADS = 2 };

struct node {
    struct node *next;
    int item;
};

struct list {
    word head;
    word hazards[HAZARD_THREADS];
};

static inline void list_push(struct list *list, struct node *node)
{
    do
        node->next = (struct node *)load(&list->head);
    while (!compare_exchange(&list->head, (word)node->next, (word)node));
}

/* The head, which nobody frees as long as it is in our hazard pointer. */
static inline struct node *list_protect(struct list *list, unsigned thread)
{
    word head;

    do {
        head = load(&list->head);
        store(&list->hazards[thread], head);
        fence();
#ifdef TRUSTS_THE_HEAD
        break;
#endif
    } while (load(&list->head) != head);
    return (struct node *)head;
}

/* NULL: the list is empty. The node belongs to nobody else any more. */
static inline struct node *list_pop(struct list *list, unsigned thread)
{
    struct node *node;

    do
        node = list_protect(list, thread);
    while (node && !compare_exchange(&list->head, (word)node,
                                     (word)node->next));
    store(&list->hazards[thread], 0);
    return node;
}

/* Frees a node that was popped, or leaves it be. */
static inline void list_retire(struct list *list, struct node *node)
{
    fence();
    for (unsigned i = 0; i < HAZARD_THREADS; i++)
        if (load(&list->hazards[i]) == (word)node)
            return;
    free(node);
}

#endif

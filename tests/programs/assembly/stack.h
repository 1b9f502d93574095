/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A stack whose head has a tag, which changes with it: a head that was popped
 * and pushed again in between is not taken for the same.
 */
#ifndef ASSEMBLY_STACK_H
#define ASSEMBLY_STACK_H

#include "primitive.h"

struct stack {
    _Alignas(16) word head; /* a struct element *, or 0 */
    word tag;
};

struct element {
    word next;
};

static inline bool stack_change(struct stack *stack, word head, word tag,
                                word new_head)
{
#ifdef FORGETS_THE_TAG
    word new_tag = tag;
#else
    word new_tag = tag + 1;
#endif
    bool done;

    __asm__ volatile("lock; cmpxchg16b %1\n\tsete %0"
                     : "=q"(done), "+m"(*stack), "+a"(head), "+d"(tag)
                     : "b"(new_head), "c"(new_tag)
                     : "memory", "cc");
    return done;
}

static inline void stack_push(struct stack *stack, struct element *element)
{
    word head, tag;

    do {
        tag = load(&stack->tag);
        head = load(&stack->head);
        store(&element->next, head);
    } while (!stack_change(stack, head, tag, (word)element));
}

static inline struct element *stack_pop(struct stack *stack)
{
    word head, tag, next;

    do {
        tag = load(&stack->tag);
        head = load(&stack->head);
        if (!head)
            return 0;
        next = load(&((struct element *)head)->next);
    } while (!stack_change(stack, head, tag, next));
    return (struct element *)head;
}

#endif

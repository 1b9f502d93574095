/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
#include "assembly/stack.h"

#include <assert.h>
#include <pthread.h>

enum { ELEMENTS = 3 };

static struct stack stack;
static struct element elements[ELEMENTS];
static int owners[ELEMENTS]; /* each element shall have one, or the stack */

static void own(struct element *element)
{
    if (element)
        owners[element - elements]++;
}

static void *pop_two(void *unused)
{
    struct element *first = stack_pop(&stack);

    own(stack_pop(&stack));
    if (first)
        stack_push(&stack, first);
    return unused;
}

int main(void)
{
    pthread_t other;
    struct element *popped;

    for (int i = 0; i < ELEMENTS; i++)
        stack_push(&stack, &elements[i]);
    pthread_create(&other, NULL, pop_two, NULL);
    popped = stack_pop(&stack);
    pthread_join(other, NULL);
    own(popped);
    while ((popped = stack_pop(&stack)))
        own(popped);
    for (int i = 0; i < ELEMENTS; i++)
        assert(owners[i] == 1);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=ignore -latomic
 * verdict: safe
 * executions: 62
 */
/* The padding of a tagged pointer, which compare-exchanges compare, comes from
 * the stack: from what is left there, if earlier executions leave anything. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

struct tagged {
    struct node *top;
    int tag;
};

static _Atomic struct tagged stack;

static void push(struct node *node)
{
    struct tagged old = atomic_load(&stack), new;

    do {
        node->next = old.top;
        new.top = node;
        new.tag = old.tag + 1;
    } while (!atomic_compare_exchange_weak(&stack, &old, new));
}

static struct node *pop(void)
{
    struct tagged old = atomic_load(&stack), new;

    do {
        if (!old.top)
            return NULL;
        new.top = old.top->next;
        new.tag = old.tag + 1;
    } while (!atomic_compare_exchange_weak(&stack, &old, new));
    return old.top;
}

static void *run(void *unused)
{
    push(malloc(sizeof(struct node)));
    free(pop());
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

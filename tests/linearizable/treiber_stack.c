/* SPDX-License-Identifier: Apache-2.0 */
/* Treiber's stack, of nodes that are used again at once. Broken: the top has no
 * count, so that a node which went and came back is taken for the same (ABA). */
#include <mazurka.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { NODES = 6 };

struct stack {
    atomic_ulong top; /* a node's number, and above it a count */
    atomic_ulong free;
    struct {
        atomic_ulong next;
        long value;
    } nodes[NODES + 1];
};

static unsigned long successor(unsigned long top, unsigned long node)
{
#ifdef BROKEN
    (void)top;
    return node;
#else
    return ((top >> 32) + 1) << 32 | node;
#endif
}

static void link_in(struct stack *s, atomic_ulong *top, unsigned long node)
{
    unsigned long old = atomic_load(top);

    do
        atomic_store(&s->nodes[node].next, (unsigned)old);
    while (!atomic_compare_exchange_strong(top, &old, successor(old, node)));
}

static unsigned long take_out(struct stack *s, atomic_ulong *top)
{
    unsigned long old = atomic_load(top), next;

    do {
        if (!(unsigned)old)
            return 0;
        next = atomic_load(&s->nodes[(unsigned)old].next);
    } while (!atomic_compare_exchange_strong(top, &old, successor(old, next)));
    return (unsigned)old;
}

/* With two in it, for threads that only pop at first. */
static void *create(void)
{
    struct stack *s = calloc(1, sizeof *s);

    for (unsigned i = 1; i <= NODES; i++) {
        s->nodes[i].value = 100 + (long)i;
        link_in(s, i > NODES - 2 ? &s->top : &s->free, i);
    }
    return s;
}

static long push(void *object, long value)
{
    struct stack *s = object;
    unsigned long node = take_out(s, &s->free);

    s->nodes[node].value = value;
    link_in(s, &s->top, node);
    return 0;
}

static long pop(void *object)
{
    struct stack *s = object;
    unsigned long node = take_out(s, &s->top);
    long value = node ? s->nodes[node].value : -1;

    if (node)
        link_in(s, &s->free, node);
    return value;
}

int main(void)
{
    return mz_linearizable(
        &(struct mz_object){
            .create = create,
            .destroy = free,
            .operations = {MZ_OP_BY(2, push, MZ_DATA), MZ_OP(pop)},
        },
        &(struct mz_scenario){.length = 3});
}

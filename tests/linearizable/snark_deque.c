/* SPDX-License-Identifier: Apache-2.0 */
/* Snark, a deque by compare-exchanges of two words at once (Detlefs and others,
 * DISC 2000), which its authors had proved by hand; Doherty and others (SPAA
 * 2004) found two errors in it by means of a proof checker. The other one has a
 * lock around each operation. */
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *_Atomic left, *_Atomic right;
    atomic_long value; /* 0: none */
};

enum { RIGHT, LEFT, NODES = 10 };

struct deque {
    struct node *_Atomic hats[2];
    struct node dummy, nodes[NODES];
    atomic_int used;
    pthread_mutex_t both, all;
};

static struct node *_Atomic *link_of(struct node *node, int side)
{
    return side == RIGHT ? &node->right : &node->left;
}

/* Both at once, if both are as expected. */
static int replace_two(struct deque *d, struct node *_Atomic *a,
                       struct node *_Atomic *b, struct node *old_a,
                       struct node *old_b, struct node *new_a,
                       struct node *new_b)
{
    int is_same;

    pthread_mutex_lock(&d->both);
    is_same = atomic_load(a) == old_a && atomic_load(b) == old_b;
    if (is_same) {
        atomic_store(a, new_a);
        atomic_store(b, new_b);
    }
    pthread_mutex_unlock(&d->both);
    return is_same;
}

/* What is read alone is not to fall between the two. */
static struct node *look(struct deque *d, struct node *_Atomic *place)
{
    struct node *node;

    pthread_mutex_lock(&d->both);
    node = atomic_load(place);
    pthread_mutex_unlock(&d->both);
    return node;
}

static void push(struct deque *d, int side, long value)
{
    struct node *node = &d->nodes[atomic_fetch_add(&d->used, 1)];

    atomic_store(link_of(node, side), &d->dummy);
    atomic_store(&node->value, value);
    for (;;) {
        struct node *hat = look(d, &d->hats[side]);
        struct node *next = look(d, link_of(hat, side));

        if (next == hat) {
            struct node *other = look(d, &d->hats[!side]);

            atomic_store(link_of(node, !side), &d->dummy);
            if (replace_two(d, &d->hats[side], &d->hats[!side], hat, other,
                            node, node))
                return;
        } else {
            atomic_store(link_of(node, !side), hat);
            if (replace_two(d, &d->hats[side], link_of(hat, side), hat, next,
                            node, node))
                return;
        }
    }
}

static long pop(struct deque *d, int side)
{
    for (;;) {
        struct node *hat = look(d, &d->hats[side]);
        struct node *other = look(d, &d->hats[!side]);

        if (look(d, link_of(hat, side)) == hat)
            return -1;
        if (hat == other) {
            if (replace_two(d, &d->hats[side], &d->hats[!side], hat, other,
                            &d->dummy, &d->dummy))
                return atomic_load(&hat->value);
        } else {
            struct node *inner = look(d, link_of(hat, !side));

            if (replace_two(d, &d->hats[side], link_of(hat, !side), hat, inner,
                            inner, hat)) {
                long value = atomic_load(&hat->value);

                atomic_store(link_of(hat, side), &d->dummy);
                return value;
            }
        }
    }
}

static void enter(struct deque *d)
{
#ifndef BROKEN
    pthread_mutex_lock(&d->all);
#endif
    (void)d;
}

static void leave(struct deque *d)
{
#ifndef BROKEN
    pthread_mutex_unlock(&d->all);
#endif
    (void)d;
}

static long push_right(void *object, long value)
{
    enter(object);
    push(object, RIGHT, value);
    leave(object);
    return 0;
}

static long pop_right(void *object)
{
    long value;

    enter(object);
    value = pop(object, RIGHT);
    leave(object);
    return value;
}

static long pop_left(void *object)
{
    long value;

    enter(object);
    value = pop(object, LEFT);
    leave(object);
    return value;
}

/* With one in it. */
static void *create(void)
{
    struct deque *d = calloc(1, sizeof *d);

    pthread_mutex_init(&d->both, NULL);
    pthread_mutex_init(&d->all, NULL);
    d->dummy.left = d->dummy.right = &d->dummy;
    d->hats[RIGHT] = d->hats[LEFT] = &d->dummy;
    push(d, RIGHT, 100);
    return d;
}

int main(void)
{
    return mz_linearizable(
        &(struct mz_object){
            .create = create,
            .destroy = free,
            .operations = {MZ_OP(push_right, MZ_DATA), MZ_OP_BY(1, pop_right),
                           MZ_OP_BY(2, pop_left)},
        },
        &(struct mz_scenario){.length = 2});
}

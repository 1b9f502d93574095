/* SPDX-License-Identifier: Apache-2.0 */
/* The lazy list of Heller and others, a set: nodes are marked, then unlinked, by
 * whoever has locked them and the one before. Broken: it is not asked again,
 * under the locks, whether both are still in the list, and next to each other. */
#include <limits.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    long key;
    atomic_int is_marked;
    struct node *_Atomic next;
    pthread_mutex_t lock;
};

static struct node *new_node(long key, struct node *next)
{
    struct node *node = calloc(1, sizeof *node);

    node->key = key;
    node->next = next;
    pthread_mutex_init(&node->lock, NULL);
    return node;
}

/* With 2 in it. */
static void *create(void)
{
    return new_node(LONG_MIN, new_node(2, new_node(LONG_MAX, NULL)));
}

static int is_valid(struct node *before, struct node *node)
{
#ifdef BROKEN
    (void)before, (void)node;
    return 1;
#else
    return !before->is_marked && !node->is_marked && before->next == node;
#endif
}

/* Locks the first that is not less, and the one before. */
static struct node *find(struct node *before, long key, struct node **node)
{
    for (struct node *list = before;; before = list) {
        *node = before->next;
        while ((*node)->key < key) {
            before = *node;
            *node = before->next;
        }
        pthread_mutex_lock(&before->lock);
        pthread_mutex_lock(&(*node)->lock);
        if (is_valid(before, *node))
            return before;
        pthread_mutex_unlock(&(*node)->lock);
        pthread_mutex_unlock(&before->lock);
    }
}

static void leave(struct node *before, struct node *node)
{
    pthread_mutex_unlock(&node->lock);
    pthread_mutex_unlock(&before->lock);
}

static long add(void *list, long key)
{
    struct node *node, *before = find(list, key, &node);
    int is_new = node->key != key;

    if (is_new)
        before->next = new_node(key, node);
    leave(before, node);
    return is_new;
}

static long take_out(void *list, long key)
{
    struct node *node, *before = find(list, key, &node);
    int is_there = node->key == key;

    if (is_there) {
        node->is_marked = 1;
        before->next = node->next;
    }
    leave(before, node);
    return is_there;
}

static long contains(void *list, long key)
{
    struct node *node = ((struct node *)list)->next;

    while (node->key < key)
        node = node->next;
    return node->key == key && !node->is_marked;
}

int main(void)
{
    return mz_linearizable(
        &(struct mz_object){
            .create = create,
            .operations = {MZ_OP(add, MZ_RANGE(1, 2)),
                           MZ_OP(take_out, MZ_RANGE(1, 2)),
                           MZ_OP(contains, MZ_RANGE(1, 2))},
        },
        &(struct mz_scenario){.length = 2});
}

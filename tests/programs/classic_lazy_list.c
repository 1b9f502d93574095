/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* The lazy list of Heller and others (2005): nodes are marked before they are
 * unlinked, and what was found without locks is looked at again under them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct node {
    int key;
    pthread_mutex_t lock;
    atomic_bool marked;
    _Atomic(struct node *) next;
};

#define NODE(number, behind) \
    {.key = number, .lock = PTHREAD_MUTEX_INITIALIZER, .next = behind}

static struct node last = NODE(9, NULL), two = NODE(2, &last);
static struct node one = NODE(1, &two), head = NODE(0, &one);

static bool is_valid(struct node *before, struct node *at)
{
#ifndef BROKEN
    return !atomic_load(&before->marked) && !atomic_load(&at->marked) &&
           atomic_load(&before->next) == at;
#else
    (void)before, (void)at;
    return true;
#endif
}

static bool remove_key(int key)
{
    for (;;) {
        struct node *before = &head, *at = atomic_load(&head.next);
        bool valid, found;

        while (at->key < key) {
            before = at;
            at = atomic_load(&at->next);
        }
        pthread_mutex_lock(&before->lock);
        pthread_mutex_lock(&at->lock);
        valid = is_valid(before, at);
        found = at->key == key;
        if (valid && found) {
            atomic_store(&at->marked, true);
            atomic_store(&before->next, atomic_load(&at->next));
        }
        pthread_mutex_unlock(&at->lock);
        pthread_mutex_unlock(&before->lock);
        if (valid)
            return found;
    }
}

static bool contains(int key)
{
    struct node *at = atomic_load(&head.next);

    while (at->key < key)
        at = atomic_load(&at->next);
    return at->key == key && !atomic_load(&at->marked);
}

static void *run(void *argument)
{
    assert(remove_key((int)(long)argument));
    return NULL;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, run, (void *)1);
    assert(remove_key(2));
    pthread_join(thread, NULL);
    assert(!contains(1) && !contains(2));
    assert(atomic_load(&head.next) == &last);
    return 0;
}

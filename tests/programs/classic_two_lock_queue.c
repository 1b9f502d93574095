/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* The queue with two locks of Michael and Scott (1996): a dummy node keeps those
 * who put apart from those who take. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
    _Atomic(struct node *) next;
    int value;
};

static struct node first;
static struct node *head = &first, *tail = &first;
static pthread_mutex_t head_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t tail_lock = PTHREAD_MUTEX_INITIALIZER;

static void put(int value)
{
    struct node *node = calloc(1, sizeof *node);

    node->value = value;
    pthread_mutex_lock(&tail_lock);
    atomic_store(&tail->next, node);
    tail = node;
    pthread_mutex_unlock(&tail_lock);
}

/* 0: it is empty. */
static int take(void)
{
    struct node *next;
    int value = 0;

    pthread_mutex_lock(&head_lock);
    next = atomic_load(&head->next);
    if (next) {
        value = next->value;
        head = next;
    }
#ifdef BROKEN
    pthread_mutex_unlock(&head_lock);
    if (next && next->value == value)
        free(next);
    return value;
#else
    pthread_mutex_unlock(&head_lock);
    return value;
#endif
}

static void *run(void *unused)
{
    put(1);
    put(2);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int a, b, c;

    pthread_create(&thread, NULL, run, NULL);
    a = take();
    b = take();
    pthread_join(thread, NULL);
    c = take();
    assert(a == 0 || a == 1);
    assert(b == 0 || b == a + 1);
    assert(c == (b ? b : a) + 1 || c == 0);
    return 0;
}

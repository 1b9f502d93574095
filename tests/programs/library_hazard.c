/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
#include "assembly/hazard.h"

#include <assert.h>
#include <pthread.h>

static struct list list;

static void push(int item)
{
    struct node *node = malloc(sizeof *node);

    node->item = item;
    list_push(&list, node);
}

static void pop(unsigned thread)
{
    struct node *node = list_pop(&list, thread);

    if (node) {
        assert(node->item == 1 || node->item == 2);
        list_retire(&list, node);
    }
}

static void *work(void *unused)
{
    pop(1);
    return unused;
}

int main(void)
{
    pthread_t other;

    push(1);
    push(2);
    pthread_create(&other, NULL, work, NULL);
    pop(0);
    pthread_join(other, NULL);
    assert(!list.head);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --leaks
 * verdict: error
 * error: memory
 * message: memory leak: 48 bytes in 3 blocks never freed
 */
/* Nodes that point at one another, and at what one of them owns, are lost if
 * the list is emptied before main has taken it; nothing is known of them but
 * what they know of themselves. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next, *owned;
};

static _Atomic(struct node *) list;

static void *empty(void *unused)
{
    atomic_store(&list, NULL);
    return unused;
}

int main(void)
{
    pthread_t t;
    struct node *first = calloc(1, sizeof *first);

    first->next = calloc(1, sizeof *first);
    first->next->next = first;
    first->next->owned = calloc(1, sizeof *first);
    atomic_store(&list, first);
    pthread_create(&t, NULL, empty, NULL);
    first = atomic_exchange(&list, NULL);
    pthread_join(t, NULL);
    if (first) {
        free(first->next->owned);
        free(first->next);
        free(first);
    }
    return 0;
}

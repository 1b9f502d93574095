/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 * naive: 2
 */
/* Exchanges of an atomic pointer: a list, linked in either order. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct cell {
    struct cell *next;
};

static struct cell cells[2];
_Atomic(struct cell *) head;

static void *push(void *cell)
{
    ((struct cell *)cell)->next = atomic_exchange(&head, (struct cell *)cell);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, push, &cells[0]);
    pthread_create(&b, NULL, push, &cells[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert((cells[0].next == NULL) != (cells[1].next == NULL));
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The address of a member of what has not been published yet: nothing is
 * accessed.
 *
 * mazurka: -fsanitize=undefined
 * verdict: error
 * error: undefined-behaviour
 * message: null pointer: member of 'struct node'
 */
#include <pthread.h>
#include <stdatomic.h>

struct node {
    int key;
    atomic_int value;
};

struct node node;
_Atomic(struct node *) head;
atomic_int *_Atomic found;

static void *publish(void *unused)
{
    atomic_store(&head, &node);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, publish, NULL);
    atomic_store(&found, &atomic_load(&head)->value);
    pthread_join(thread, NULL);
    return 0;
}

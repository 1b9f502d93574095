/* SPDX-License-Identifier: Apache-2.0 */
/* An array of a global structure, whose end is not that of the structure.
 *
 * mazurka: -fsanitize=undefined
 * verdict: error
 * error: undefined-behaviour
 * message: index out of bounds: 4 of 'int
 */
#include <pthread.h>
#include <stdatomic.h>

struct {
    int items[4];
    int others[4];
} stack;
atomic_int top = 3;

static void *push(void *item)
{
    if (atomic_load(&top) < 4)
        stack.items[atomic_fetch_add(&top, 1)] = *(int *)item;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int one = 1, two = 2;

    pthread_create(&thread, NULL, push, &one);
    push(&two);
    pthread_join(thread, NULL);
    return 0;
}

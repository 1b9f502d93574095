/* SPDX-License-Identifier: Apache-2.0 */
/* depth: 5 */
/* A lock-free stack by Vyukov, which three threads break in a long and narrow
 * way. Its depth is at least 5; nobody has told it exactly. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SIZE = 3, THREADS = 3, ROUNDS = 2, NONE = -1 };

static atomic_int head = 0, count = SIZE, next_of[SIZE] = {1, 2, NONE};
static atomic_int owner[SIZE];

static int pop(void)
{
    while (count > 1) {
        int first = head;
        int next = atomic_exchange(&next_of[first], NONE);

        if (next >= 0) {
            int expected = first;

            if (atomic_compare_exchange_strong(&head, &expected, next)) {
                count--;
                return first;
            }
            atomic_exchange(&next_of[first], next);
        }
    }
    return NONE;
}

static void push(int index)
{
    int first = head;

    do
        next_of[index] = first;
    while (!atomic_compare_exchange_strong(&head, &first, index));
    count++;
}

static void *work(void *number)
{
    int self = (int)(long)number;

    for (int i = 0; i < ROUNDS; i++) {
        int index = pop();

        if (index < 0)
            continue;
        owner[index] = self;
        assert(owner[index] == self);
        push(index);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)(i + 1));
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

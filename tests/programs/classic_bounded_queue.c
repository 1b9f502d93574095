/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* The bounded queue of Vyukov (2010), for several who put and several who take:
 * each cell has a number that says whose turn it is. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { SIZE = 2 };

static struct cell {
    atomic_uint turn;
    int value;
} cells[SIZE];
static atomic_uint put_next, take_next;

static bool put(int value)
{
    unsigned position = atomic_load(&put_next);
    struct cell *cell;

    for (;;) {
        int ahead;

        cell = &cells[position % SIZE];
        ahead = (int)(atomic_load(&cell->turn) - position);
        if (ahead < 0)
            return false;
        if (ahead > 0)
            position = atomic_load(&put_next);
        else if (atomic_compare_exchange_strong(&put_next, &position,
                                                position + 1))
            break;
    }
#ifndef BROKEN
    cell->value = value;
    atomic_store(&cell->turn, position + 1);
#else
    atomic_store(&cell->turn, position + 1);
    cell->value = value;
#endif
    return true;
}

static int take(void)
{
    unsigned position = atomic_load(&take_next);
    struct cell *cell;
    int value;

    for (;;) {
        int ahead;

        cell = &cells[position % SIZE];
        ahead = (int)(atomic_load(&cell->turn) - (position + 1));
        if (ahead < 0)
            return 0;
        if (ahead > 0)
            position = atomic_load(&take_next);
        else if (atomic_compare_exchange_strong(&take_next, &position,
                                                position + 1))
            break;
    }
    value = cell->value;
    atomic_store(&cell->turn, position + SIZE);
    return value;
}

static void *run(void *argument)
{
    assert(put((int)(long)argument));
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    int a, b, c;

    for (unsigned i = 0; i < SIZE; i++)
        cells[i].turn = i;
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, run, (void *)(i + 1));
    a = take();
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    b = take();
    c = take();
    assert(a + b + c == 3 && (!a || a != b));
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* 256 threads beside one another: more than a set of one word has room for.
 * Of two of them, whose numbers are in different words, the order matters. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 256, ONE = 62, OTHER = 255 };

static atomic_int last;
static atomic_int table[THREADS];
static _Thread_local int mine = 5;

static void *run(void *argument)
{
    int number = (int)(long)argument;

    assert(mine == 5);
    mine = number;
    atomic_store(&table[number], number);
    if (number == ONE || number == OTHER)
        atomic_store(&last, number);
    assert(mine == number);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int sum = 0;

    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        sum += table[i];
    assert(sum == THREADS * (THREADS - 1) / 2);
    assert(last == ONE || last == OTHER);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Forty threads beside one another, each with its own thread-local storage; of
 * two of them the order matters. Executions that need more threads than were
 * ever needed before begin anew. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { THREADS = 40 };

static atomic_int last;
static _Thread_local int mine = 5;
static int table[THREADS];

static void *run(void *argument)
{
    int number = (int)(long)argument;
    int *block = malloc(sizeof *block);

    assert(mine == 5);
    mine = *block = number;
    table[number] = number;
    if (number == 3 || number == THREADS - 1)
        atomic_store(&last, number);
    assert(mine == number && *block == number);
    free(block);
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
    assert(last == 3 || last == THREADS - 1);
    return 0;
}

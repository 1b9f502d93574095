/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * compilers: differ
 */
/* The array lock of Anderson (1990): a ticket names the slot on which a thread
 * spins; there are as many slots as threads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef BROKEN
enum { THREADS = 3, SLOTS = 3 };
#else
enum { THREADS = 3, SLOTS = 2 };
#endif

static atomic_bool may_enter[SLOTS] = {true};
static atomic_uint tickets;
static int counter;

static void *run(void *unused)
{
    unsigned slot = atomic_fetch_add(&tickets, 1) % SLOTS;

    while (!atomic_load(&may_enter[slot]))
        ;
    atomic_store(&may_enter[slot], false);
    counter++;
    atomic_store(&may_enter[(slot + 1) % SLOTS], true);
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS - 1];

    for (int i = 0; i < THREADS - 1; i++)
        pthread_create(&threads[i], NULL, run, NULL);
    run(NULL);
    for (int i = 0; i < THREADS - 1; i++)
        pthread_join(threads[i], NULL);
    assert(counter == THREADS);
    return 0;
}

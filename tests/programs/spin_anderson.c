/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: safe
 * executions: 6
 */
/* Anderson's lock: a ring of places, each thread waits at its own. One execution
 * for each order in which they come. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { THREADS = 3 };

static atomic_bool may_enter[THREADS] = {true};
static atomic_uint next;
static int nodes[THREADS], counter;

static void *increment(void *unused)
{
    unsigned place = atomic_fetch_add(&next, 1) % THREADS;

    while (!atomic_load(&may_enter[place]))
        ;
    atomic_store(&may_enter[place], false);
    counter++;
    atomic_store(&may_enter[(place + 1) % THREADS], true);
    (void)unused;
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, increment, &nodes[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(counter == THREADS);
    return 0;
}

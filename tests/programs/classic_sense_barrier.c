/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * compilers: differ
 */
/* The sense-reversing barrier (Hensgen, Finkel and Manber, 1988): the last to
 * arrive turns the sense round, for which the others wait. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { THREADS = 2, PHASES = 2 };

static atomic_int missing = THREADS;
static atomic_bool sense;
static int written[THREADS];

static void wait(bool *own)
{
    *own = !*own;
    if (atomic_fetch_sub(&missing, 1) == 1) {
#ifndef BROKEN
        atomic_store(&missing, THREADS);
        atomic_store(&sense, *own);
#else
        atomic_store(&sense, *own);
        atomic_store(&missing, THREADS);
#endif
        return;
    }
    while (atomic_load(&sense) != *own)
        ;
}

static void *run(void *argument)
{
    int self = (int)(long)argument;
    bool own = false;

    for (int phase = 1; phase <= PHASES; phase++) {
        written[self] = phase;
        wait(&own);
        assert(written[!self] == phase);
        wait(&own);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, run, (void *)1);
    run((void *)0);
    pthread_join(thread, NULL);
    return 0;
}

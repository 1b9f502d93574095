/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * compilers: differ
 * object: too large
 */
/* The filter lock of Peterson (1981): at each level one thread is held back. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { THREADS = 3 };
#ifndef BROKEN
enum { LEVELS = THREADS };
#else
enum { LEVELS = THREADS - 1 };
#endif

static atomic_int level[THREADS], victim[THREADS];
static int counter;

static int is_somebody_as_high(int self, int at)
{
    for (int i = 0; i < THREADS; i++)
        if (i != self && atomic_load(&level[i]) >= at)
            return 1;
    return 0;
}

static void *run(void *argument)
{
    int self = (int)(long)argument;

    for (int at = 1; at < LEVELS; at++) {
        atomic_store(&level[self], at);
        atomic_store(&victim[at], self);
        while (atomic_load(&victim[at]) == self &&
               is_somebody_as_high(self, at))
            ;
    }
    counter++;
    atomic_store(&level[self], 0);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (long i = 1; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run, (void *)i);
    run((void *)0);
    for (int i = 1; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(counter == THREADS);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Three threads, each of which does N steps on memory that nobody else uses, a
 * variable and a block, before all three add to a counter three times. With
 * --plain=interleave the steps are three accesses each, besides locals. With
 * -DMUTEX a step locks and unlocks a mutex of its own, with -DATOMIC it adds to
 * an atomic variable, instead.
 *
 * small: -DN=1 -DADDITIONS=1
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef ADDITIONS
#define ADDITIONS 3
#endif
enum { THREADS = 3 };

struct own {
    long variables[16];
    atomic_long atomic;
    pthread_mutex_t mutex;
};

static struct own own[THREADS];
static atomic_int counter;

static void step(struct own *mine, long *block, int i)
{
#ifdef MUTEX
    pthread_mutex_lock(&mine->mutex);
    pthread_mutex_unlock(&mine->mutex);
#elif defined(ATOMIC)
    atomic_fetch_add(&mine->atomic, 1);
#else
    mine->variables[i % 16]++;
    block[i % 16] = i;
#endif
}

static void *run(void *mine)
{
    long *block = calloc(16, sizeof *block);

    for (int i = 0; i < N; i++)
        step(mine, block, i);
    for (int i = 0; i < ADDITIONS; i++)
        atomic_fetch_add(&counter, 1);
    free(block);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (int t = 0; t < THREADS; t++)
        pthread_create(&threads[t], NULL, run, &own[t]);
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    return 0;
}

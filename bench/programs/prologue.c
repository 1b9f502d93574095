/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What main does before it creates its first thread costs nothing from one
 * execution to the next: it writes BYTES to a block, does OPERATIONS atomic
 * operations and STEPS of a computation. Then THREADS threads add EACH times to
 * one counter; the first of them, before that, writes AFTER bytes of the block.
 * (THREADS EACH)! / EACH!^THREADS executions: 2520.
 *
 * small: -DTHREADS=3 -DEACH=1 -DBYTES=20000
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef THREADS
#define THREADS 4
#endif
#ifndef EACH
#define EACH 2
#endif
#ifndef BYTES
#define BYTES 0
#endif
#ifndef AFTER
#define AFTER 0
#endif
#ifndef OPERATIONS
#define OPERATIONS 0
#endif
#ifndef STEPS
#define STEPS 0
#endif

static atomic_int counter;
static volatile uint32_t computed = 1;

static void *add(void *block)
{
    if (block)
        memset(block, 2, AFTER);
    for (int i = 0; i < EACH; i++)
        atomic_fetch_add(&counter, 1);
    return NULL;
}

static char *prepare(void)
{
    char *block = malloc(BYTES + 1);
    uint32_t x = computed;

    memset(block, 1, BYTES + 1);
    for (int i = 0; i < OPERATIONS; i++)
        atomic_fetch_add(&counter, 1);
    for (long i = 0; i < STEPS; i++)
        x = x * 1664525 + 1013904223;
    computed = x;
    return block;
}

int main(void)
{
    pthread_t threads[THREADS];
    char *block = prepare();

    for (int t = 0; t < THREADS; t++)
        pthread_create(&threads[t], NULL, add, t ? NULL : block);
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    free(block);
    return 0;
}

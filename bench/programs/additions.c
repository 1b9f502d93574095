/* SPDX-License-Identifier: Apache-2.0 */
/*
 * THREADS threads do EACH times: N additions to a counter of their own, and one
 * to a counter of all. So executions can be long or have many races, as one
 * likes: (THREADS EACH)! / EACH!^THREADS executions, whatever N; 90.
 *
 * small: -DTHREADS=3 -DEACH=1 -DN=2
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef EACH
#define EACH 2
#endif
#ifndef N
#define N 10
#endif

static atomic_int own[THREADS], counter;

static void *add(void *id)
{
    for (int i = 0; i < EACH; i++) {
        for (int k = 0; k < N; k++)
            atomic_fetch_add(&own[(intptr_t)id], 1);
        atomic_fetch_add(&counter, 1);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (intptr_t t = 0; t < THREADS; t++)
        pthread_create(&threads[t], NULL, add, (void *)t);
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    return 0;
}

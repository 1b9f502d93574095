/* SPDX-License-Identifier: Apache-2.0 */
/*
 * readers(N) [AAJS17] Fig. 1: a writer stores x; N readers each load a
 * variable of their own, then x. -DN=readers; 2^N executions.
 *
 * small: -DN=5
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 8
#endif

atomic_int x, y[N];

static void *writer(void *unused)
{
    atomic_store(&x, 1);
    return unused;
}

static void *reader(void *id)
{
    (void)atomic_load(&y[(intptr_t)id]);
    (void)atomic_load(&x);
    return NULL;
}

int main(void)
{
    pthread_t writing, reading[N];

    pthread_create(&writing, NULL, writer, NULL);
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&reading[i], NULL, reader, (void *)i);
    pthread_join(writing, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(reading[i], NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lastzero(N) [AAJS17] Fig. 11: a reader looks for the last zero in
 * array[0..N]; writer j = 1..N stores array[j] = array[j-1] + 1.
 * -DN=writers; 64 executions for 5, 3328 for 10, 147456 for 15.
 *
 * small: -DN=4
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 10
#endif

atomic_int array[N + 1];

static void *reader(void *unused)
{
    int i = N;

    while (atomic_load(&array[i]) != 0)
        i--;
    assert(i >= 0);
    return unused;
}

static void *writer(void *id)
{
    intptr_t j = (intptr_t)id;

    atomic_store(&array[j], atomic_load(&array[j - 1]) + 1);
    return NULL;
}

int main(void)
{
    pthread_t reading, writing[N + 1];

    pthread_create(&reading, NULL, reader, NULL);
    for (intptr_t j = 1; j <= N; j++)
        pthread_create(&writing[j], NULL, writer, (void *)j);
    pthread_join(reading, NULL);
    for (int j = 1; j <= N; j++)
        pthread_join(writing[j], NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wakeup_stress(N) [AAJS17] Fig. 12: one thread increments counter1; another
 * creates N threads that each increment counter2, joins them, and then
 * increments counter1. -DN=threads; 2 N! executions.
 *
 * small: -DN=4
 */
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 5
#endif

atomic_int counter1, counter2;

static void *increment(void *counter)
{
    atomic_fetch_add((atomic_int *)counter, 1);
    return NULL;
}

static void *parent(void *unused)
{
    pthread_t child[N];

    for (int i = 0; i < N; i++)
        pthread_create(&child[i], NULL, increment, &counter2);
    for (int i = 0; i < N; i++)
        pthread_join(child[i], NULL);
    atomic_fetch_add(&counter1, 1);
    return unused;
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, NULL, increment, &counter1);
    pthread_create(&second, NULL, parent, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}

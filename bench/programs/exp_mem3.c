/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exp-mem3(N) [AADJS24] B: one thread stores x; another creates N threads that
 * each store y, joins them, and loads x. -DN=threads; 2 N! executions.
 *
 * small: -DN=5
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 6
#endif

atomic_int x, y;

static void *store_x(void *unused)
{
    atomic_store(&x, 1);
    return unused;
}

static void *store_y(void *id)
{
    atomic_store(&y, (int)(intptr_t)id);
    return NULL;
}

static void *parent(void *unused)
{
    pthread_t child[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&child[i], NULL, store_y, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(child[i], NULL);
    (void)atomic_load(&x);
    return unused;
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, NULL, store_x, NULL);
    pthread_create(&second, NULL, parent, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}

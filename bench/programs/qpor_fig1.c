/* SPDX-License-Identifier: Apache-2.0 */
/*
 * qpor-fig1(n) [NRSCP18] Fig. 1: n writers of x_0..x_(n-1), a thread that
 * counts c to n - 1, and a master that clears x_c. -DN=writers; 2n executions,
 * O(2^n) for source-DPOR with the sleep-set-blocked ones.
 *
 * small: -DN=6
 * object: same traces
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef N
#define N 5
#endif

static pthread_mutex_t mc = PTHREAD_MUTEX_INITIALIZER, m[N];
static int c, x[N];

static void *writer(void *arg)
{
    intptr_t j = (intptr_t)arg;

    pthread_mutex_lock(&m[j]);
    x[j] = 7 + (int)j;
    pthread_mutex_unlock(&m[j]);
    return NULL;
}

static void *count(void *unused)
{
    for (int k = 1; k < N; k++) {
        pthread_mutex_lock(&mc);
        c++;
        pthread_mutex_unlock(&mc);
    }
    return unused;
}

static void *master(void *unused)
{
    int i;

    pthread_mutex_lock(&mc);
    i = c;
    pthread_mutex_unlock(&mc);
    assert(0 <= i && i < N);

    pthread_mutex_lock(&m[i]);
    x[i] = 0;
    pthread_mutex_unlock(&m[i]);
    return unused;
}

int main(void)
{
    pthread_t writing[N], counting, clearing;

    for (int j = 0; j < N; j++)
        pthread_mutex_init(&m[j], NULL);
    for (intptr_t j = 0; j < N; j++)
        pthread_create(&writing[j], NULL, writer, (void *)j);
    pthread_create(&counting, NULL, count, NULL);
    pthread_create(&clearing, NULL, master, NULL);
    for (int j = 0; j < N; j++)
        pthread_join(writing[j], NULL);
    pthread_join(counting, NULL);
    pthread_join(clearing, NULL);
    return 0;
}

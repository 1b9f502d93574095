/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pi(n) [NRSCP18]: n threads integrate a part of 4 / (1 + x^2) each and add it
 * to a sum under a mutex. -DN=threads; n! executions.
 *
 * small: -DN=6
 * object: same traces
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef N
#define N 6
#endif

enum { STEPS = 60 };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static double sum;

static void *integrate(void *id)
{
    double part = 0;

    for (int i = (int)(intptr_t)id; i < STEPS; i += N) {
        double x = (i + 0.5) / STEPS;

        part += 4 / (1 + x * x) / STEPS;
    }
    pthread_mutex_lock(&m);
    sum += part;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    pthread_t thread[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&thread[i], NULL, integrate, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(thread[i], NULL);
    assert(3.14 < sum && sum < 3.15);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fig10(n) [AAJS17] Fig. 10: groups of four threads p, q, r, s on variables x,
 * y, z; p of group i creates group i + 1 once it sees that s has stored x.
 * -DN=groups; 4n + 1 executions, with many sleep-set-blocked ones besides for
 * source-DPOR.
 *
 * small: -DN=2
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 4
#endif

atomic_int x[N + 1], y[N + 1], z[N + 1];

static void run_group(intptr_t i);

static void *p(void *group)
{
    intptr_t i = (intptr_t)group;

    if (atomic_load(&x[i]) == 1 && i < N)
        run_group(i + 1);
    return NULL;
}

static void *q(void *group)
{
    atomic_store(&y[(intptr_t)group], 1);
    return NULL;
}

static void *r(void *group)
{
    intptr_t i = (intptr_t)group;

    if (atomic_load(&y[i]) == 0)
        atomic_store(&z[i], 1);
    return NULL;
}

static void *s(void *group)
{
    intptr_t i = (intptr_t)group;

    if (atomic_load(&z[i]) == 1 && atomic_load(&y[i]) == 0)
        atomic_store(&x[i], 1);
    return NULL;
}

static void run_group(intptr_t i)
{
    void *(*const body[])(void *) = {p, q, r, s};
    pthread_t thread[4];

    for (int k = 0; k < 4; k++)
        pthread_create(&thread[k], NULL, body[k], (void *)i);
    for (int k = 0; k < 4; k++)
        pthread_join(thread[k], NULL);
}

int main(void)
{
    run_group(1);
    return 0;
}

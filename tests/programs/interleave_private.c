/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave --dependence=rw
 * verdict: safe
 * executions: 2
 * naive: 35
 */
/* What one thread alone uses, or all only read, is no operation: variables and
 * blocks of the heap. There are two operations in all, on one object, and so two
 * traces. Plain enumeration has all accesses: one thread reads `step` and `sum`,
 * writes `sum` and updates `shared`, the other one reads `step`, writes its block
 * and updates `shared`: of 4 and 3 operations that is 7! / (4! 3!) = 35. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static long sum, step;
static atomic_long shared;

static void *add(void *unused)
{
    sum += step;
    atomic_fetch_add(&shared, 1);
    return unused;
}

static void *allocate(void *unused)
{
    long *own = malloc(sizeof *own);

    *own = step;
    atomic_fetch_add(&shared, 1);
    return own;
}

int main(void)
{
    pthread_t one, two;
    void *own;

    step = 2;
    pthread_create(&one, NULL, add, NULL);
    pthread_create(&two, NULL, allocate, NULL);
    pthread_join(one, NULL);
    pthread_join(two, &own);
    assert(sum + *(long *)own == 4);
    free(own);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave --dependence=rw
 * verdict: safe
 * executions: 2
 * naive: 2
 */
/* What threads do to their own stacks is no operation, also by pointers: there
 * are two of these in all, on one object. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int shared;

static __attribute__((noinline)) void count(int *sum, const int *step)
{
    for (int i = 0; i < 5; i++)
        *sum += *step;
}

static void *add(void *unused)
{
    int sum = 0, step = 2;

    count(&sum, &step);
    atomic_fetch_add(&shared, sum);
    return unused;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, NULL, add, NULL);
    pthread_create(&two, NULL, add, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(shared == 20);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 6
 */
/* qsort, with a comparator of the program's own. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int x;

static int by_value(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void *run(void *unused)
{
    int numbers[300];

    for (int i = 0; i < 300; i++)
        numbers[i] = (i * 7919) % 300;
    atomic_fetch_add(&x, 1);
    qsort(numbers, 300, sizeof *numbers, by_value);
    atomic_fetch_add(&x, 1);
    for (int i = 0; i < 300; i++)
        assert(numbers[i] == i);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

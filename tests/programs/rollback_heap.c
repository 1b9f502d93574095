/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 20
 */
/* The heap is rolled back: what a constructor allocated is as it was. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *before;
atomic_int x;

__attribute__((constructor)) static void allocate(void)
{
    before = malloc(100 * sizeof *before);
    for (int i = 0; i < 100; i++)
        before[i] = i;
}

static void *run(void *unused)
{
    int *own = malloc(100000);

    for (int i = 0; i < 3; i++) {
        own[i * 8000] = i;
        atomic_store(&x, i);
    }
    free(own);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    for (int i = 0; i < 100; i++)
        assert(before[i]++ == i);
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(before);
    return 0;
}

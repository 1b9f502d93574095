/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 90
 */
/* Reads of one variable commute: 6!/(2! 2! 2!) interleavings, one trace. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x = 7;

static void *read_twice(void *unused)
{
    assert(atomic_load(&x) == 7);
    assert(atomic_load(&x) == 7);
    return unused;
}

int main(void)
{
    pthread_t thread[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&thread[i], NULL, read_twice, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    return 0;
}

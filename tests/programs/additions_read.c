/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=add
 * verdict: safe
 * executions: 8
 * naive: 24
 */
/* Each of three additions comes before the read, or after it: 2^3 traces. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };

static atomic_uint count;

static void *add(void *number)
{
    count -= *(unsigned *)number;
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    unsigned numbers[THREADS] = {1, 2, 4};

    for (int t = 0; t < THREADS; t++)
        pthread_create(&threads[t], NULL, add, &numbers[t]);
    assert(-count < 8);
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    assert(count == -7u);
    return 0;
}

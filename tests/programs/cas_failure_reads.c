/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 6
 */
/* A compare-exchange that fails is a read: three of them commute. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x = 1;

static void *fail(void *unused)
{
    int expected = 5;

    assert(!atomic_compare_exchange_strong(&x, &expected, 6));
    assert(expected == 1);
    return unused;
}

int main(void)
{
    pthread_t thread[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&thread[i], NULL, fail, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    return 0;
}

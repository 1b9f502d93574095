/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 6
 * naive: 15
 */
/* Three threads wait for a counter, and do not disturb each other: one goes
 * after the first increment or later, one after the second, one after all. */
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *first(void *unused)
{
    assert(mz_await(x, !=, 0) >= 1);
    return unused;
}

static void *second(void *unused)
{
    assert(mz_await(x, >=, 2) >= 2);
    return unused;
}

static void *third(void *unused)
{
    assert(mz_await(x, >, 2) == 3);
    return unused;
}

int main(void)
{
    pthread_t a, b, c;

    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_create(&c, NULL, third, NULL);
    for (int i = 0; i < 3; i++)
        atomic_fetch_add(&x, 1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}

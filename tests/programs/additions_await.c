/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=add
 * verdict: safe
 * executions: 2
 */
/* What is awaited does not commute: the two additions have two orders, with the
 * await after both. */
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void *add(void *unused)
{
    atomic_fetch_add(&count, 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    mz_await(count, ==, 2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

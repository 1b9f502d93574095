/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: deadlock
 * message: 2 threads wait for a condition to hold, 1 for another thread's end
 * executions: 1
 * naive: 1
 */
/* Each waits for the other to begin. */
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int a_is_ready, b_is_ready;

static void *a(void *unused)
{
    mz_await(b_is_ready, ==, 1);
    atomic_store(&a_is_ready, 1);
    return unused;
}

static void *b(void *unused)
{
    mz_await(a_is_ready, ==, 1);
    atomic_store(&b_is_ready, 1);
    return unused;
}

int main(void)
{
    pthread_t one, other;

    pthread_create(&one, NULL, a, NULL);
    pthread_create(&other, NULL, b, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}

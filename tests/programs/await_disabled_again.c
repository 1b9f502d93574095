/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: deadlock
 * message: 1 thread waits for a condition to hold, 1 for another thread's end
 * executions: 2
 * naive: 2
 */
/* The flag is up for a moment only: who does not go then waits for ever. */
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;

static void *wait_for_flag(void *unused)
{
    mz_await(flag, ==, 1);
    return unused;
}

static void *raise_flag(void *unused)
{
    atomic_store(&flag, 1);
    atomic_store(&flag, 0);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, wait_for_flag, NULL);
    pthread_create(&b, NULL, raise_flag, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

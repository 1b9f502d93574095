/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: signal
 */
/* An integer division by zero, in one order. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int divisor;
static volatile int result;

static void *set(void *unused)
{
    atomic_store(&divisor, 2);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, set, NULL);
    result = 10 / atomic_load(&divisor);
    pthread_join(thread, NULL);
    return 0;
}

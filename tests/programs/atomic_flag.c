/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 * naive: 2
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_flag flag = ATOMIC_FLAG_INIT;

static void *take(void *unused)
{
    (void)unused;
    return (void *)(intptr_t)atomic_flag_test_and_set(&flag);
}

int main(void)
{
    pthread_t a, b;
    void *first, *second;

    pthread_create(&a, NULL, take, NULL);
    pthread_create(&b, NULL, take, NULL);
    pthread_join(a, &first);
    pthread_join(b, &second);
    assert((intptr_t)first + (intptr_t)second == 1);
    atomic_flag_clear(&flag);
    assert(!atomic_flag_test_and_set_explicit(&flag, memory_order_relaxed));
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 1
 */
/* An await waits for a flag, and acquires what the store of it released. */
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
atomic_int flag;

static void *send(void *unused)
{
    data = 42;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, send, NULL);
    mz_await(flag, ==, 1);
    assert(data == 42);
    pthread_join(thread, NULL);
    return 0;
}

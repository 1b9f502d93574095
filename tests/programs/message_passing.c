/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 * naive: 2
 */
/* A release store read by an acquire load orders the payload. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int payload;
atomic_int ready;

static void *send(void *unused)
{
    payload = 42;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return unused;
}

static void *receive(void *unused)
{
    if (atomic_load_explicit(&ready, memory_order_acquire))
        assert(payload == 42);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, send, NULL);
    pthread_create(&b, NULL, receive, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

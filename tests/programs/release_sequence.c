/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 6
 * naive: 6
 */
/* A relaxed read-modify-write carries the release it reads from further. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int payload;
atomic_int stage;

static void *send(void *unused)
{
    payload = 42;
    atomic_store_explicit(&stage, 1, memory_order_release);
    return unused;
}

static void *pass_on(void *unused)
{
    atomic_fetch_add_explicit(&stage, 1, memory_order_relaxed);
    return unused;
}

static void *receive(void *unused)
{
    if (atomic_load_explicit(&stage, memory_order_acquire) == 2)
        assert(payload == 42);
    return unused;
}

int main(void)
{
    pthread_t a, b, c;

    pthread_create(&a, NULL, send, NULL);
    pthread_create(&b, NULL, pass_on, NULL);
    pthread_create(&c, NULL, receive, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}

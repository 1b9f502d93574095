/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 * naive: 4
 */
/* What it returns is what it has read when it went on. */
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int x;

static void *store(void *value)
{
    atomic_store(&x, (intptr_t)value);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int seen;

    pthread_create(&a, NULL, store, (void *)1);
    pthread_create(&b, NULL, store, (void *)2);
    seen = mz_await(x, !=, 0);
    assert(seen == 1 || seen == 2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

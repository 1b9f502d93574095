/* SPDX-License-Identifier: Apache-2.0 */
/* As spin_passes_on, but nobody waits for the 2: that it comes in time is one
 * of several executions.
 * verdict: error
 * error: assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int from = 1, to = 1;

static void *pass_on(void *unused)
{
    int value = 1;

    do
        atomic_exchange(&to, value);
    while ((value = atomic_load(&from)) != 3);
    return unused;
}

int main(void)
{
    pthread_t t;
    int seen;

    pthread_create(&t, 0, pass_on, 0);
    atomic_store(&from, 2);
    seen = atomic_load(&to);
    atomic_store(&from, 3);
    pthread_join(t, 0);
    assert(seen != 2);
}

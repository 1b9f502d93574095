/* SPDX-License-Identifier: Apache-2.0 */
/* As spin_passes_on_wrong, by a compare-exchange, which has failed in the round
 * before: what it would store is all that differs.
 * verdict: error
 * error: assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int from = 1, to = 5;

static void *pass_on(void *unused)
{
    int value = 6, expected;

    do {
        expected = 4;
        atomic_compare_exchange_strong(&to, &expected, value);
    } while ((value = atomic_load(&from)) != 3);
    return unused;
}

int main(void)
{
    pthread_t t;
    int seen;

    pthread_create(&t, 0, pass_on, 0);
    atomic_store(&from, 2);
    atomic_store(&to, 4);
    seen = atomic_load(&to);
    atomic_store(&from, 3);
    pthread_join(t, 0);
    assert(seen != 2);
}

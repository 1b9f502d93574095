/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 * naive: 6
 */
/* A compare-exchange of 16 bytes, which succeeds or fails as a whole, and one
 * on each of its halves: which are before it is all that matters. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

static struct pair {
    uint64_t low, high;
} __attribute__((aligned(16))) x;

static bool exchanged;

static void *exchange_pair(void *unused)
{
    struct pair expected = {0, 0}, desired = {1, 1};

    exchanged = __atomic_compare_exchange(&x, &expected, &desired, false,
                                          __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    assert(exchanged || expected.low == 2 || expected.high == 3);
    return unused;
}

static void *exchange_half(void *half)
{
    uint64_t expected = 0, desired = half == &x.low ? 2 : 3;

    __atomic_compare_exchange_n((uint64_t *)half, &expected, desired, false,
                                __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return NULL;
}

int main(void)
{
    pthread_t pair, low, high;

    pthread_create(&pair, NULL, exchange_pair, NULL);
    pthread_create(&low, NULL, exchange_half, &x.low);
    pthread_create(&high, NULL, exchange_half, &x.high);
    pthread_join(pair, NULL);
    pthread_join(low, NULL);
    pthread_join(high, NULL);
    assert(exchanged ? x.low == 1 && x.high == 1
                     : x.low == 2 || x.high == 3);
    return 0;
}

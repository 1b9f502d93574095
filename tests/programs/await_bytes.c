/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 3
 */
/* An await depends on its own bytes only: not on those beside it. */
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static struct {
    _Alignas(8) _Atomic uint8_t left;
    _Atomic uint8_t middle;
    _Atomic uint16_t right;
    _Atomic uint32_t far;
} s;

static void *wait_for_middle(void *unused)
{
    assert(mz_await(s.middle, ==, 0x12) == 0x12);
    return unused;
}

static void *store_middle(void *unused)
{
    atomic_store(&s.middle, 0x12);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, wait_for_middle, NULL);
    pthread_create(&b, NULL, store_middle, NULL);
    atomic_store(&s.far, 0xffffffff);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

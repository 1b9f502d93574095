/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=add
 * verdict: safe
 * executions: 6
 */
/* One addition is to the lower half of what the others add to: it does not carry,
 * so that the order of additions can be told. They do not commute then: 3!. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
    uint64_t whole;
    uint32_t half;
} x = {0xfffffffe};

static void *add(void *unused)
{
    __atomic_fetch_add(&x.whole, 1, __ATOMIC_SEQ_CST);
    return unused;
}

static void *add_to_half(void *unused)
{
    __atomic_fetch_add(&x.half, 1, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t a, b, c;

    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_create(&c, NULL, add_to_half, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(x.whole == 1 || x.whole == 0x100000001);
    return 0;
}

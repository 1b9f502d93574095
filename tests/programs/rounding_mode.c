/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -lm --dependence=rw
 * verdict: safe
 * executions: 6
 */
/* Each thread has a floating-point environment of its own, inherited from
 * the one that created it (C11 7.6). */
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *run(void *mode)
{
    assert(fegetround() == FE_TOWARDZERO);
    fesetround(*(int *)mode);
    atomic_fetch_add(&x, 1);
    assert(fegetround() == *(int *)mode);
    atomic_fetch_add(&x, 1);
    assert(fegetround() == *(int *)mode);
    return NULL;
}

int main(void)
{
    int up = FE_UPWARD, down = FE_DOWNWARD;
    pthread_t a, b;

    assert(fegetround() == FE_TONEAREST);
    fesetround(FE_TOWARDZERO);
    pthread_create(&a, NULL, run, &up);
    pthread_create(&b, NULL, run, &down);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(fegetround() == FE_TOWARDZERO);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 6
 */
/* The control word of x87, too, is a thread's own, also where it is set alone:
 * a thread that has asked for less precision takes it from nobody else, and
 * from no later execution. (Executions: two updates by each of two threads.) */
#include <assert.h>
#include <fpu_control.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static fpu_control_t precision(void)
{
    fpu_control_t word;

    _FPU_GETCW(word);
    return word & _FPU_EXTENDED;
}

static void *run_double(void *unused)
{
    fpu_control_t word = _FPU_IEEE & ~_FPU_EXTENDED;

    assert(precision() == _FPU_EXTENDED);
    word |= _FPU_DOUBLE;
    _FPU_SETCW(word);
    atomic_fetch_add(&x, 1);
    assert(precision() == _FPU_DOUBLE);
    atomic_fetch_add(&x, 1);
    assert(precision() == _FPU_DOUBLE);
    return unused;
}

static void *run_extended(void *unused)
{
    assert(precision() == _FPU_EXTENDED);
    atomic_fetch_add(&x, 1);
    assert(precision() == _FPU_EXTENDED);
    atomic_fetch_add(&x, 1);
    assert(precision() == _FPU_EXTENDED);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    assert(precision() == _FPU_EXTENDED);
    pthread_create(&a, NULL, run_double, NULL);
    pthread_create(&b, NULL, run_extended, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(precision() == _FPU_EXTENDED);
    return 0;
}

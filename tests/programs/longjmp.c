/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 6
 */
/* longjmp within a thread, across visible operations. */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>

atomic_int x;

static void jump(jmp_buf *back)
{
    atomic_fetch_add(&x, 1);
    longjmp(*back, 5);
}

static void *run(void *unused)
{
    jmp_buf back;

    switch (setjmp(back)) {
    case 0:
        jump(&back);
        assert(0);
    case 5:
        atomic_fetch_add(&x, 1);
        break;
    default:
        assert(0);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

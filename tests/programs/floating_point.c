/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 20
 */
/* Registers survive a switch of threads: doubles, long doubles, integers. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *run(void *start)
{
    double d = *(int *)start;
    long double e = d;
    long n = (long)d;

    for (int i = 0; i < 3; i++) {
        atomic_fetch_add(&x, 1);
        d *= 1.5;
        e += 0.25L;
        n = n * 3 + i;
    }
    assert(d == *(int *)start * 3.375);
    assert(e == *(int *)start + 0.75L);
    assert(n == *(int *)start * 27L + 5);
    return NULL;
}

int main(void)
{
    int one = 1, two = 2;
    pthread_t a, b;

    pthread_create(&a, NULL, run, &one);
    pthread_create(&b, NULL, run, &two);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

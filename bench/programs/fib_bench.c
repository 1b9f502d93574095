/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fib-bench(N), SV-COMP: two threads add i and j to one another N times; main
 * asserts meanwhile that neither passes the Fibonacci number 2N + 2.
 * -DN=rounds; 19605 executions for 4, 218243 for 5, 2364418 for 6.
 *
 * small: -DN=2
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 4
#endif

atomic_int i = 1, j = 1;

static void *add_j_to_i(void *unused)
{
    for (int k = 0; k < N; k++) {
        int own = atomic_load(&i);

        atomic_store(&i, own + atomic_load(&j));
    }
    return unused;
}

static void *add_i_to_j(void *unused)
{
    for (int k = 0; k < N; k++) {
        int own = atomic_load(&j);

        atomic_store(&j, own + atomic_load(&i));
    }
    return unused;
}

static int fibonacci(int n)
{
    int before = 0, now = 1;

    while (--n) {
        int next = before + now;

        before = now;
        now = next;
    }
    return now;
}

int main(void)
{
    pthread_t first, second;
    int limit = fibonacci(2 * N + 2);

    pthread_create(&first, NULL, add_j_to_i, NULL);
    pthread_create(&second, NULL, add_i_to_j, NULL);
    assert(atomic_load(&i) <= limit);
    assert(atomic_load(&j) <= limit);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}

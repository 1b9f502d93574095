/* SPDX-License-Identifier: Apache-2.0 */
/* A counter behind a lock that is taken by test and set, one by compare and
 * swap, and one that waits for both: all by atomic functions, in loops. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

void __VERIFIER_assert(int condition)
{
    if (!condition) {
    ERROR:
        reach_error();
        abort();
    }
}

volatile unsigned lock, counted, swapped;

void __VERIFIER_atomic_test_and_set(volatile unsigned *it, unsigned *old)
{
    *old = *it;
    *it = 1;
}

void __VERIFIER_atomic_clear(volatile unsigned *it)
{
    *it = 0;
}

void __VERIFIER_atomic_compare_and_swap(volatile unsigned *it, unsigned found,
                                        unsigned put, unsigned *done)
{
    *done = *it == found;
    if (*done)
        *it = put;
}

unsigned __VERIFIER_atomic_sum()
{
    return counted + swapped;
}

void take()
{
    unsigned held;

    do
        __VERIFIER_atomic_test_and_set(&lock, &held);
    while (held);
}

void *add(void *unused)
{
    unsigned old, done;

#ifndef BROKEN
    take();
#endif
    counted = counted + 1;
    __VERIFIER_atomic_clear(&lock);
    do {
        old = swapped;
        __VERIFIER_atomic_compare_and_swap(&swapped, old, old + 1, &done);
    } while (!done);
    return 0;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    while (__VERIFIER_atomic_sum() < 3)
        ;
    pthread_join(a, 0);
    pthread_join(b, 0);
    __VERIFIER_assert(counted + swapped == 4);
    return 0;
}

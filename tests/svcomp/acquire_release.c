/* SPDX-License-Identifier: Apache-2.0 */
/* A lock of two atomic functions; that it is free is assumed in the one that
 * takes it. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

extern void __VERIFIER_assume(int);

void __VERIFIER_assert(int condition)
{
    if (!condition) {
    ERROR:
        reach_error();
        abort();
    }
}

int m, counter;

void __VERIFIER_atomic_acquire()
{
    __VERIFIER_assume(m == 0);
    m = 1;
}

void __VERIFIER_atomic_release()
{
    __VERIFIER_assert(m == 1);
    m = 0;
}

void *add(void *unused)
{
    int before;

    __VERIFIER_atomic_acquire();
    before = counter;
    counter = before + 1;
    __VERIFIER_assert(counter == before + 1);
    __VERIFIER_atomic_release();
    return 0;
}

int main()
{
    pthread_t threads[3];

    for (int t = 0; t < 3; t++)
        pthread_create(&threads[t], 0, add, 0);
    for (int t = 0; t < 3; t++)
        pthread_join(threads[t], 0);
    __VERIFIER_assert(counter == 3);
    return 0;
}

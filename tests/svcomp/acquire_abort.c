/* SPDX-License-Identifier: Apache-2.0 */
/* A lock of two atomic functions; who finds it taken aborts, which is no
 * violation. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

void assume_abort_if_not(int condition)
{
    if (!condition)
        abort();
}

int m, counter;

void __VERIFIER_atomic_acquire()
{
    assume_abort_if_not(m == 0);
    m = 1;
}

void __VERIFIER_atomic_release()
{
    m = 0;
}

void *add(void *unused)
{
    __VERIFIER_atomic_acquire();
    counter++;
    __VERIFIER_atomic_release();
    return 0;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (counter != 2)
        reach_error();
    return 0;
}

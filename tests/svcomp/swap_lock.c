/* SPDX-License-Identifier: Apache-2.0 */
/* A lock by an atomic exchange; a thread that waits is cut by an assumption. */
#include <assert.h>
#include <pthread.h>

void reach_error(void)
{
    assert(0);
}

extern void __VERIFIER_assume(int);

static int lock_word, counter;

static int __VERIFIER_atomic_exchange(int *at, int value)
{
    int before = *at;

    *at = value;
    return before;
}

static void __VERIFIER_atomic_give(void)
{
    lock_word = 0;
}

static void *add(void *unused)
{
    __VERIFIER_assume(!__VERIFIER_atomic_exchange(&lock_word, 1));
    counter++;
    __VERIFIER_atomic_give();
    return unused;
}

int main(void)
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

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* A lock that is taken where an assumption holds, as programs of SV-COMP have
 * it: the block waits for nothing, an execution in which it is taken before it
 * was given back is none. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int condition);

static int held, inside;

static void __VERIFIER_atomic_acquire(void)
{
    __VERIFIER_assume(held == 0);
    held = 1;
}

static void __VERIFIER_atomic_release(void)
{
    assert(held == 1);
    held = 0;
}

static void *enter(void *unused)
{
    __VERIFIER_atomic_acquire();
    inside++;
    assert(inside == 1);
    inside--;
    __VERIFIER_atomic_release();
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, enter, NULL);
    pthread_create(&b, NULL, enter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

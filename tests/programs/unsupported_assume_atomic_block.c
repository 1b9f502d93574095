/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: unsupported
 * message: stop at an assumption, in an atomic block that has written
 */
/* What the block did before must not be seen by the other thread: there is no
 * such execution. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int condition);

static int x, ready;

static void __VERIFIER_atomic_set(void)
{
    x = 1;
    __VERIFIER_assume(ready);
}

static void *set(void *unused)
{
    __VERIFIER_atomic_set();
    return unused;
}

static void *look(void *unused)
{
    assert(!x);
    ready = 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, set, NULL);
    pthread_create(&b, NULL, look, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

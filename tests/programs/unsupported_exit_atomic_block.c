/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: unsupported
 * message: to end, or stop at an assumption, in an atomic block that has written
 */
/* Handlers of exit run in the block, or after half of it. */
#include <pthread.h>
#include <stdlib.h>

int x;

static void __VERIFIER_atomic_set(void)
{
    x = 1;
    exit(0);
}

static void *set(void *unused)
{
    __VERIFIER_atomic_set();
    return unused;
}

int main(void)
{
    pthread_t a;

    pthread_create(&a, NULL, set, NULL);
    if (x == 1)
        x = 2;
    pthread_join(a, NULL);
    return x;
}

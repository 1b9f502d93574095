/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave --max-events=300
 * verdict: incomplete
 */
/* A loop that waits by a function that is an atomic block is not recognised, and
 * meets the bound; it is a bound that is met, not a lack of room. */
#include <pthread.h>

static int flag;

static int __VERIFIER_atomic_look(void)
{
    return flag;
}

static void __VERIFIER_atomic_set(void)
{
    flag = 1;
}

static void *wait(void *unused)
{
    while (!__VERIFIER_atomic_look())
        ;
    return unused;
}

int main(void)
{
    pthread_t a;

    pthread_create(&a, NULL, wait, NULL);
    __VERIFIER_atomic_set();
    pthread_join(a, NULL);
    return 0;
}

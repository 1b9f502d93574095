/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave --max-events=300
 * verdict: incomplete
 */
/* Each round of a loop that waits by a function that is an atomic block counts:
 * it goes on until it meets the bound; a bound it is, not a lack of room. */
#include <pthread.h>

static int flag, looks;

static int __VERIFIER_atomic_look(void)
{
    looks++;
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

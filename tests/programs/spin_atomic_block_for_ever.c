/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * message: 2 threads wait for a change, in a loop
 */
/* Each tests and sets until the lock is free: nobody ever frees it. */
#include <pthread.h>

static unsigned char lock = 1;

static int __VERIFIER_atomic_test_and_set(unsigned char *it)
{
    int old = *it;

    *it = 1;
    return old;
}

static void *take(void *unused)
{
    while (__VERIFIER_atomic_test_and_set(&lock))
        ;
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, take, NULL);
    pthread_create(&b, NULL, take, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* A loop that passes on what it has read: what it is about to store is in a
 * register that no call preserves, so that only the operation itself tells one
 * round from the other. The exchange of 1 for 1 changes nothing; that of 2 is
 * another one, which main waits for.
 * verdict: safe
 * compilers: differ
 */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int from = 1, to = 1;

static void *pass_on(void *unused)
{
    int value = 1;

    do
        atomic_exchange(&to, value);
    while ((value = atomic_load(&from)) != 3);
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, pass_on, 0);
    atomic_store(&from, 2);
    while (atomic_load(&to) != 2)
        ;
    atomic_store(&from, 3);
    pthread_join(t, 0);
}

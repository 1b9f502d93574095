/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O2
 * verdict: safe
 * executions: 2
 * naive: 2
 */
/* A spin lock, one execution for each order in which it is taken. An exchange
 * that stores what was there counts as a read: who waits has only read. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int counter;

static void *increment(void *unused)
{
    while (atomic_exchange(&lock, 1))
        ;
    counter++;
    atomic_store(&lock, 0);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, increment, NULL);
    pthread_create(&b, NULL, increment, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}

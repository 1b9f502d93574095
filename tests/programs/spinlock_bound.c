/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --max-events=100
 * verdict: incomplete
 */
/* A correct spin lock: who holds it will let it go, though not in executions in
 * which the other thread spins up to the bound. */
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

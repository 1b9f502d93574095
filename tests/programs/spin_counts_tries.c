/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --max-events=100
 * verdict: incomplete
 */
/* A correct spin lock: who holds it will let it go, though not in executions in
 * which the other thread spins up to the bound. For that it is another state
 * each time: it counts how often it has tried. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int counter, tries[2];

static void *increment(void *own_tries)
{
    while (atomic_exchange(&lock, 1))
        ++*(int *)own_tries;
    counter++;
    atomic_store(&lock, 0);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, increment, &tries[0]);
    pthread_create(&b, NULL, increment, &tries[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}

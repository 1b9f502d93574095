/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 * naive: 4
 */
/* A spin lock that is tried once: one thread, or each in turn, gets it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int lock;
static int counter;

static void *try_increment(void *unused)
{
    int unlocked = 0;

    (void)unused;
    if (!atomic_compare_exchange_strong(&lock, &unlocked, 1))
        return NULL;
    counter++;
    atomic_store(&lock, 0);
    return (void *)1;
}

int main(void)
{
    pthread_t a, b;
    void *first, *second;

    pthread_create(&a, NULL, try_increment, NULL);
    pthread_create(&b, NULL, try_increment, NULL);
    pthread_join(a, &first);
    pthread_join(b, &second);
    assert(counter == (intptr_t)first + (intptr_t)second && counter >= 1);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 * compilers: differ
 */
/* The same, but the word is given back before users are counted down. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int word, users;
static atomic_int ready;

static void lock(void)
{
    while (atomic_exchange(&word, 1))
        ;
}

static void unlock(void)
{
    atomic_store(&word, 0);
}

static int look(void)
{
    int seen;

    lock();
    atomic_fetch_add(&users, 1);
    seen = atomic_load(&ready);
    unlock();
    atomic_fetch_sub(&users, 1);
    return seen;
}

static void *wait_for_it(void *unused)
{
    while (!look())
        ;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait_for_it, NULL);
    lock();
    assert(!atomic_load(&users));
    atomic_store(&ready, 1);
    unlock();
    pthread_join(thread, NULL);
    return 0;
}

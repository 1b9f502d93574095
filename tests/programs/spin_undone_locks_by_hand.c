/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * compilers: differ
 */
/* The lock is a word in memory, and who has it counts users up and down. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int word, users;
static int ready;

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
    assert(atomic_fetch_add(&users, 1) == 0);
    seen = ready;
    atomic_fetch_sub(&users, 1);
    unlock();
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
    ready = 1;
    unlock();
    pthread_join(thread, NULL);
    return 0;
}

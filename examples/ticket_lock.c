/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A ticket lock: draw a ticket, wait until it is served. It is correct, and
 * that is a proof: every interleaving of the three threads was looked at.
 *
 *     $ mazurka check examples/ticket_lock.c
 *     examples/ticket_lock.c: no error, all executions explored: 6 ...
 *
 * Waiting is an assumption: an execution in which a thread would have to wait
 * longer is not continued, since another one shows it coming later. The six
 * executions left are the orders in which three threads can draw.
 */
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };

struct ticket_lock {
    atomic_uint next, serving;
};

static struct ticket_lock lock;
static int counter;

static void acquire(struct ticket_lock *l)
{
    unsigned ticket = atomic_fetch_add_explicit(&l->next, 1,
                                                memory_order_relaxed);

    mz_assume(atomic_load_explicit(&l->serving, memory_order_acquire) ==
              ticket);
}

static void release(struct ticket_lock *l)
{
    unsigned serving = atomic_load_explicit(&l->serving, memory_order_relaxed);

    atomic_store_explicit(&l->serving, serving + 1, memory_order_release);
}

static void *increment(void *unused)
{
    acquire(&lock);
    counter++; /* not atomic: without the lock this is a data race */
    release(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread[THREADS];

    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, increment, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    assert(counter == THREADS);
    return 0;
}

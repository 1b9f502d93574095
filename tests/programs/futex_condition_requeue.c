/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* A condition variable by hand, which moves who waits to its mutex, and says there
 * that somebody sleeps. */
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static long futex(atomic_uint *word, int operation, unsigned value)
{
    return syscall(SYS_futex, word, operation, value, NULL, NULL, 0);
}

/* Drepper's: 0 is free, 1 is taken, 2 is taken and some may sleep. */
static void lock(atomic_uint *mutex)
{
    unsigned held = 0;

    if (atomic_compare_exchange_strong(mutex, &held, 1))
        return;
    while (atomic_exchange(mutex, 2))
        futex(mutex, FUTEX_WAIT, 2);
}

static void unlock(atomic_uint *mutex)
{
    if (atomic_exchange(mutex, 0) == 2)
        futex(mutex, FUTEX_WAKE, 1);
}

static atomic_uint mutex, signals;
static int ready;

static void cond_wait(void)
{
    unsigned seen = signals;

    unlock(&mutex);
    futex(&signals, FUTEX_WAIT, seen);
    while (atomic_exchange(&mutex, 2))
        futex(&mutex, FUTEX_WAIT, 2);
}

/* Who waits is let wait for the mutex, which the thread has. */
static void cond_signal(void)
{
    signals++;
    if (syscall(SYS_futex, &signals, FUTEX_CMP_REQUEUE, 0, (void *)1L, &mutex,
                signals) > 0)
#ifndef BROKEN
        mutex = 2;
#else
        ;
#endif
}

static void *wait_ready(void *unused)
{
    lock(&mutex);
    while (!ready)
        cond_wait();
    unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait_ready, NULL);
    lock(&mutex);
    ready = 1;
    cond_signal();
    unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}

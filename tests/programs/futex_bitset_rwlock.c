/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* A reader-writer lock by hand: readers and writers sleep at one word with a bit
 * for each of the two. */
#include <assert.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/* All bits: the number of readers, or WRITER. */
enum { WRITER = 1 << 20, READERS_WAIT = 1, WRITERS_WAIT = 2 };

static atomic_uint lock;
static int value;

static void sleep_as(unsigned held, unsigned who)
{
    syscall(SYS_futex, &lock, FUTEX_WAIT_BITSET, held, NULL, NULL, who);
}

static void wake(int number, unsigned who)
{
    syscall(SYS_futex, &lock, FUTEX_WAKE_BITSET, number, NULL, NULL, who);
}

static void lock_reader(void)
{
    unsigned held = lock;

    for (;;) {
        if (held >= WRITER)
            sleep_as(held, READERS_WAIT);
        else if (atomic_compare_exchange_strong(&lock, &held, held + 1))
            return;
        held = lock;
    }
}

static void unlock_reader(void)
{
    if (atomic_fetch_sub(&lock, 1) == 1)
#ifndef BROKEN
        wake(1, WRITERS_WAIT);
#else
        wake(1, READERS_WAIT);
#endif
}

static void lock_writer(void)
{
    unsigned held = 0;

    while (!atomic_compare_exchange_strong(&lock, &held, WRITER)) {
        sleep_as(held, WRITERS_WAIT);
        held = 0;
    }
}

static void unlock_writer(void)
{
    lock = 0;
    wake(INT_MAX, READERS_WAIT);
    wake(1, WRITERS_WAIT);
}

static void *write_once(void *unused)
{
    lock_writer();
    value++;
    unlock_writer();
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, write_once, NULL);
    lock_reader();
    assert(value <= 1);
    unlock_reader();
    pthread_join(thread, NULL);
    return 0;
}

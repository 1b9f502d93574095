/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* The unlock wakes up nobody. */
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_uint word;

static long futex(atomic_uint *word, int operation, unsigned value)
{
    return syscall(SYS_futex, word, operation, value, NULL, NULL, 0);
}

static void lock(void)
{
    unsigned state = 0;

    if (atomic_compare_exchange_strong(&word, &state, 1))
        return;
    while (atomic_exchange(&word, 2))
        futex(&word, FUTEX_WAIT, 2);
}

static void unlock(void)
{
    word = 0;
}

static int counter;

static void *count(void *unused)
{
    lock();
    counter++;
    unlock();
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, count, NULL);
    count(NULL);
    pthread_join(thread, NULL);
    return 0;
}

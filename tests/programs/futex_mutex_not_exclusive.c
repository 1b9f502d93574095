/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Who was woken up believes that the mutex is its own. */
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
    if (atomic_exchange(&word, 2))
        futex(&word, FUTEX_WAIT, 2);
}

static void unlock(void)
{
    if (atomic_exchange(&word, 0) == 2)
        futex(&word, FUTEX_WAKE, 1);
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
    pthread_t first, second;

    pthread_create(&first, NULL, count, NULL);
    pthread_create(&second, NULL, count, NULL);
    count(NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 10
 */
/* The second mutex of Drepper, "Futexes Are Tricky". The count is that of
 * this program in the model of the tests (tests/model). */
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
    do {
        unsigned locked = 1;

        if (state == 2 || atomic_compare_exchange_strong(&word, &locked, 2) ||
            locked)
            futex(&word, FUTEX_WAIT, 2);
        state = 0;
    } while (!atomic_compare_exchange_strong(&word, &state, 2));
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
    pthread_t thread;

    pthread_create(&thread, NULL, count, NULL);
    count(NULL);
    pthread_join(thread, NULL);
    return 0;
}

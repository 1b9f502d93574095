/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* A semaphore by hand. The thread sees the post: 1. Or it does not: it waits after
 * the post, and before the wake or after it; or sleeps, and is woken up: 3. */
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

static void take(void)
{
    unsigned count = word;

    for (;;) {
        while (count)
            if (atomic_compare_exchange_strong(&word, &count, count - 1))
                return;
        futex(&word, FUTEX_WAIT, 0);
        count = word;
    }
}

static void *take_one(void *unused)
{
    take();
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, take_one, NULL);
    word++;
    futex(&word, FUTEX_WAKE, 1);
    pthread_join(thread, NULL);
    return 0;
}

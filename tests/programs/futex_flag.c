/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* Main sees the flag: 1. Or it does not, and waits: before the flag is set, and is
 * woken up; or after that, before the wake or after it: 3. */
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

static void *set(void *unused)
{
    word = 1;
    futex(&word, FUTEX_WAKE, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, set, NULL);
    while (!word)
        futex(&word, FUTEX_WAIT, 0);
    pthread_join(thread, NULL);
    return 0;
}

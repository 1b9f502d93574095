/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: deadlock
 * message: waits for a futex
 * executions: 3
 */
/* Main sees the flag, or does not but finds it set when it waits, or sleeps: then
 * nobody wakes it up. */
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

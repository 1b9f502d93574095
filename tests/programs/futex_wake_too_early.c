/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: deadlock
 * executions: 3
 */
/* The wake comes before the flag is set. Main sleeps before both, and is woken up;
 * or between them, for ever; or finds the flag set. */
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
    futex(&word, FUTEX_WAKE, 1);
    word = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, set, NULL);
    futex(&word, FUTEX_WAIT, 0);
    pthread_join(thread, NULL);
    return 0;
}

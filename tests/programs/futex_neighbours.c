/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: deadlock
 * executions: 1
 */
/* Two futexes in one aligned pair of words are two: the wake is for the other. */
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

static atomic_uint pair[2] __attribute__((aligned(8)));

static void *wake(void *unused)
{
    futex(&pair[1], FUTEX_WAKE, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wake, NULL);
    futex(&pair[0], FUTEX_WAIT, word);
    pthread_join(thread, NULL);
    return 0;
}

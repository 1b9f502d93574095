/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: deadlock
 * executions: 16
 */
/* As when all are woken up: 14; but where both sleep, in either order, either of
 * them is woken up: 2 more. The other sleeps for ever. */
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

static void *wait_once(void *unused)
{
    futex(&word, FUTEX_WAIT, 0);
    return unused;
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, NULL, wait_once, NULL);
    pthread_create(&second, NULL, wait_once, NULL);
    word = 1;
    futex(&word, FUTEX_WAKE, 1);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}

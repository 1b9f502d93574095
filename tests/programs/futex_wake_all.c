/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 14
 */
/* Both wait before the wake, in either order, and the flag is set before, between
 * or after these: 2 * 3. Or either waits before the wake, and finds the flag set:
 * 2; or sleeps, and goes on before or after the other comes: 2 * 2. Or both come
 * after the wake: 2. */
#include <limits.h>
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
    futex(&word, FUTEX_WAKE, INT_MAX);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}

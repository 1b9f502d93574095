/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * executions: 1
 */
/* A wake for others is for nobody, and has nothing to do with the wait. */
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_uint word;

static void *sleep_as_first(void *unused)
{
    syscall(SYS_futex, &word, FUTEX_WAIT_BITSET, 0, NULL, NULL, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, sleep_as_first, NULL);
    syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 1, NULL, NULL, 6);
    pthread_join(thread, NULL);
    return 0;
}

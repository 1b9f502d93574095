/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: deadlock
 */
/* Who has been moved waits for the other word, and nobody wakes it up there. */
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_uint word, other;

static void *wait_once(void *unused)
{
    syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait_once, NULL);
    word = 1;
    if (syscall(SYS_futex, &word, FUTEX_REQUEUE, 0, (void *)1L, &other, 0) == 1)
        syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
    pthread_join(thread, NULL);
    return 0;
}

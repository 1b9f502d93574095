/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --max-events=500
 * verdict: unsupported
 * message: wakes at a futex by a mask): raise --max-events in wake
 */
/* Each wake is about the queues of all masks that somebody has slept with: more
 * of them than there is room for in executions that are to be short. */
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_uint word = 1;

static void *wake(void *unused)
{
    for (long k = 0; k < 7; k++)
        syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, 0, NULL, NULL,
                1L << k);
    for (int i = 0; i < 400; i++)
        syscall(SYS_futex, &word, FUTEX_WAKE_BITSET_PRIVATE, 1, NULL, NULL,
                0x7fL);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wake, NULL);
    atomic_load(&word);
    pthread_join(thread, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* Two sleep with a bit each, and are woken up by a wake each, in any order. */
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_uint word;

static void *sleep_as(void *mask)
{
    while (!word)
        syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, 0, NULL, NULL,
                (long)mask);
    return NULL;
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, NULL, sleep_as, (void *)1L);
    pthread_create(&second, NULL, sleep_as, (void *)0x80000000L);
    word = 1;
    syscall(SYS_futex, &word, FUTEX_WAKE_BITSET_PRIVATE, 1, NULL, NULL, 5);
    syscall(SYS_futex, &word, FUTEX_WAKE_BITSET_PRIVATE, 1, NULL, NULL, ~5u);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: sleep with different masks
 */
/* Which of the two it wakes up, shows in what a later wake of one bit finds. */
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_uint word;

static void *sleep_as(void *mask)
{
    static const struct timespec now;

    syscall(SYS_futex, &word, FUTEX_WAIT_BITSET, 0, &now, NULL, (long)mask);
    return NULL;
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, NULL, sleep_as, (void *)1L);
    pthread_create(&second, NULL, sleep_as, (void *)3L);
    syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}

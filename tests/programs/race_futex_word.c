/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* The word is written as if it were no futex. */
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

static unsigned flag;

static void *set(void *unused)
{
    flag = 1;
    futex((atomic_uint *)&flag, FUTEX_WAKE, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, set, NULL);
    futex((atomic_uint *)&flag, FUTEX_WAIT, 0);
    (void)word;
    pthread_join(thread, NULL);
    return 0;
}

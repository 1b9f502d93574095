/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: syscall(SYS_futex, FUTEX_REQUEUE)
 */
/* It is refused by name. */
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

int main(void)
{
    return futex(&word, FUTEX_REQUEUE, 1);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: syscall(SYS_futex) with a mask
 */
/* A mask of its own. */
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_uint word;

int main(void)
{
    return syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 1, NULL, NULL, 5);
}

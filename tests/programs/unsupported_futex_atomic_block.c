/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported:
 */
/* To wait in an atomic block. */
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

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static void *nothing(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, nothing, NULL);
    __VERIFIER_atomic_begin();
    futex(&word, FUTEX_WAIT, 0);
    __VERIFIER_atomic_end();
    pthread_join(thread, NULL);
    return 0;
}

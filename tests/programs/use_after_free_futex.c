/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 */
/* The word may be gone when the thread waits. */
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_uint word;

static long futex(atomic_uint *word, int operation, unsigned value)
{
    return syscall(SYS_futex, word, operation, value, NULL, NULL, 0);
}

static void *wait_once(void *flag)
{
    futex(flag, FUTEX_WAIT, 1);
    return NULL;
}

int main(void)
{
    atomic_uint *flag = calloc(1, sizeof *flag);
    pthread_t thread;

    pthread_create(&thread, NULL, wait_once, flag);
    free(flag);
    pthread_join(thread, NULL);
    return word;
}

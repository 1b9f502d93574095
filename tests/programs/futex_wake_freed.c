/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* Whoever sees the flag may free it, though the wake is still to come: that does
 * not touch the word. */
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

static void *set(void *flag)
{
    atomic_store((atomic_uint *)flag, 1);
    futex(flag, FUTEX_WAKE, 1);
    return NULL;
}

int main(void)
{
    atomic_uint *flag = calloc(1, sizeof *flag);
    pthread_t thread;

    pthread_create(&thread, NULL, set, flag);
    while (!atomic_load(flag))
        futex(flag, FUTEX_WAIT, 0);
    free(flag);
    pthread_join(thread, NULL);
    return word;
}

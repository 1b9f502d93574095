/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* One call wakes up a thread and gives back a lock. */
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef CONDITION
#define CONDITION FUTEX_OP_CMP_GT
#endif

static atomic_uint flag, lock = 1;
static int value;

static void *wait_flag(void *unused)
{
    while (!flag)
        syscall(SYS_futex, &flag, FUTEX_WAIT, 0, NULL, NULL, 0);
    while (lock)
        syscall(SYS_futex, &lock, FUTEX_WAIT, 1, NULL, NULL, 0);
    value++;
    return unused;
}

/* The lock is given back, and one thread woken up for each of the two. */
int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait_flag, NULL);
    value++;
    flag = 1;
    syscall(SYS_futex, &flag, FUTEX_WAKE_OP, 1, (void *)1L, &lock,
            FUTEX_OP(FUTEX_OP_SET, 0, CONDITION, 0));
    pthread_join(thread, NULL);
    return 0;
}

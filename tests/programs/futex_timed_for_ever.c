/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * executions: 1
 * message: for a change, in a loop
 */
/* Nobody ever changes what the thread looks for, each time that it wakes up. */
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_uint bell, done;

static void *wait_for_it(void *unused)
{
    const struct timespec second = {.tv_sec = 1};

    while (!done)
        syscall(SYS_futex, &bell, FUTEX_WAIT_PRIVATE, 0, &second, NULL, 0);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait_for_it, NULL);
    syscall(SYS_futex, &bell, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    pthread_join(thread, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* A loop that sleeps at a futex, a second at a time, until it finds that all is
 * done: each time that nobody has woken it up, and that nothing has changed, is a
 * round. */
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_uint bell, done;
static int result;

static void *work(void *unused)
{
    result = 1;
    done = 1;
    bell = 1;
    syscall(SYS_futex, &bell, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    return unused;
}

int main(void)
{
    const struct timespec second = {.tv_sec = 1};
    pthread_t thread;

    pthread_create(&thread, NULL, work, NULL);
    while (!done)
        syscall(SYS_futex, &bell, FUTEX_WAIT_PRIVATE, 0, &second, NULL, 0);
    assert(result == 1);
    pthread_join(thread, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* A thread with a time limit is moved: time may be over before that or after it, or
 * it is woken up at the other word. */
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_uint word, other;

static void *wait_a_second(void *unused)
{
    struct timespec second = {.tv_sec = 1};
    long result = syscall(SYS_futex, &word, FUTEX_WAIT, 0, &second, NULL, 0);

    assert(!result || errno == ETIMEDOUT || errno == EAGAIN);
    return unused;
}

int main(void)
{
    pthread_t thread;
    long moved, woken;

    pthread_create(&thread, NULL, wait_a_second, NULL);
    word = 1;
    moved = syscall(SYS_futex, &word, FUTEX_REQUEUE, 0, (void *)1L, &other, 0);
    woken = syscall(SYS_futex, &other, FUTEX_WAKE, 1, NULL, NULL, 0);
    assert(woken <= moved);
    pthread_join(thread, NULL);
    return 0;
}

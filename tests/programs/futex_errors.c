/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* What is no futex, no time, no mask, no operation; and a word that differs. */
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_uint word;

static int error_of(void *at, int operation, unsigned value,
                    const struct timespec *limit, unsigned mask)
{
    errno = 0;
    syscall(SYS_futex, at, operation, value, limit, NULL, mask);
    return errno;
}

int main(void)
{
    static const struct timespec negative = {.tv_sec = -1};
    static const struct timespec too_many = {.tv_nsec = 1000000000};

    assert(error_of(&word, FUTEX_WAIT, 1, NULL, 0) == EAGAIN);
    assert(error_of((char *)&word + 1, FUTEX_WAIT, 0, NULL, 0) == EINVAL);
    assert(error_of((char *)&word + 2, FUTEX_WAKE, 1, NULL, 0) == EINVAL);
    assert(error_of(NULL, FUTEX_WAIT, 0, NULL, 0) == EFAULT);
    assert(error_of(&word, FUTEX_WAIT, 0, &negative, 0) == EINVAL);
    assert(error_of(&word, FUTEX_WAIT, 0, &too_many, 0) == EINVAL);
    assert(error_of(&word, FUTEX_WAIT_BITSET, 0, NULL, 0) == EINVAL);
    assert(error_of(&word, FUTEX_WAKE_BITSET, 1, NULL, 0) == EINVAL);
    assert(error_of(&word, 99, 0, NULL, 0) == ENOSYS);
    assert(!error_of(&word, FUTEX_WAKE, 1, NULL, 0));
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* What cannot be moved or changed, and what operations there are not. */
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_uint word, other = 5;

static long result_of(void *at, int operation, long value, void *to, long last)
{
    long result = syscall(SYS_futex, at, operation, value, (void *)1L, to, last);

    return result < 0 ? -errno : result;
}

static long change(unsigned operation, int operand, unsigned condition)
{
    return result_of(&word, FUTEX_WAKE_OP, 1, &other,
                     (long)(unsigned)FUTEX_OP(operation, operand, condition, 5));
}

int main(void)
{
    assert(result_of(&word, FUTEX_REQUEUE, -1, &other, 0) == -EINVAL);
    assert(result_of((char *)&word + 1, FUTEX_REQUEUE, 1, &other, 0) == -EINVAL);
    assert(result_of(&word, FUTEX_REQUEUE, 1, (char *)&other + 2, 0) == -EINVAL);
    assert(result_of(&word, FUTEX_CMP_REQUEUE, 1, &other, 7) == -EAGAIN);
    assert(result_of(&word, FUTEX_CMP_REQUEUE, 1, &other, 0) == 0);
    assert(result_of(&word, FUTEX_WAKE_OP, 1, NULL, 0) == -EFAULT);
    assert(result_of(&word, FUTEX_WAKE_OP, 1, &other, 5 << 28) == -ENOSYS);
    assert(result_of(&word, FUTEX_WAKE | FUTEX_CLOCK_REALTIME, 1, NULL, 0) ==
           -ENOSYS);
    assert(other == 5);
    assert(change(FUTEX_OP_ADD, -1, FUTEX_OP_CMP_LE) == 0 && other == 4);
    assert(change(FUTEX_OP_OR, 1, FUTEX_OP_CMP_NE) == 0 && other == 5);
    assert(change(FUTEX_OP_ANDN, 4, FUTEX_OP_CMP_EQ) == 0 && other == 1);
    assert(change(FUTEX_OP_XOR, 3, FUTEX_OP_CMP_GE) == 0 && other == 2);
    assert(change(FUTEX_OP_SET | 8, 31, FUTEX_OP_CMP_LT) == 0 &&
           other == 1u << 31);
    return 0;
}

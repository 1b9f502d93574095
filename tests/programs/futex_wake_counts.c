/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 34
 */
/* Two wakes of one wake up as many as sleep. The count is that of this program in
 * the model of the tests (tests/model). */
#include <assert.h>
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

static atomic_uint slept;

static void *wait_once(void *unused)
{
    if (!futex(&word, FUTEX_WAIT, 0))
        slept++;
    return unused;
}

int main(void)
{
    pthread_t first, second;
    unsigned woken;

    pthread_create(&first, NULL, wait_once, NULL);
    pthread_create(&second, NULL, wait_once, NULL);
    word = 1;
    woken = futex(&word, FUTEX_WAKE, 1);
    woken += futex(&word, FUTEX_WAKE, 1);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(woken == slept);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Nobody wakes it up: its time is over, and the call says so. */
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static unsigned word;

int main(void)
{
    struct timespec second = {.tv_sec = 1};
    long result =
        syscall(SYS_futex, &word, FUTEX_WAIT, 0, &second, NULL, 0);

    assert(result == -1 && errno == ETIMEDOUT);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A thread of C11 ends with a number, wherever it says so. */
#include <assert.h>
#include <threads.h>

static void leave(void)
{
    thrd_yield();
    thrd_exit(-7);
}

static int run(void *unused)
{
    (void)unused;
    leave();
    return 0;
}

int main(void)
{
    thrd_t thread;
    int result;

    thrd_create(&thread, run, NULL);
    thrd_join(thread, &result);
    assert(result == -7);
    return 0;
}

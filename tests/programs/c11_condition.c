/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* C11's condition variables are those of POSIX. Whoever takes the mutex first:
 * if it is the thread, it waits. */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <threads.h>

static mtx_t m;
static cnd_t is_ready;
static bool ready;

static int wait_until_ready(void *unused)
{
    (void)unused;
    mtx_lock(&m);
    while (!ready)
        assert(cnd_wait(&is_ready, &m) == thrd_success);
    mtx_unlock(&m);
    return 0;
}

int main(void)
{
    thrd_t thread;

    mtx_init(&m, mtx_plain);
    assert(cnd_init(&is_ready) == thrd_success);
    thrd_create(&thread, wait_until_ready, NULL);
    mtx_lock(&m);
    ready = true;
    assert(cnd_signal(&is_ready) == thrd_success);
    mtx_unlock(&m);
    thrd_join(thread, NULL);
    cnd_destroy(&is_ready);
    mtx_destroy(&m);
    return 0;
}

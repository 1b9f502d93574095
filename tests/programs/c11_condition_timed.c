/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* Main takes the mutex first, and nobody waits: 1. Or the thread times out
 * before the broadcast, and takes the mutex before main or after: 2; or it is
 * woken up: 1. */
#include <assert.h>
#include <stddef.h>
#include <threads.h>
#include <time.h>

static mtx_t m;
static cnd_t cond;

static int wait_once(void *unused)
{
    struct timespec end;
    int status;

    (void)unused;
    timespec_get(&end, TIME_UTC);
    end.tv_sec++;
    mtx_lock(&m);
    status = cnd_timedwait(&cond, &m, &end);
    assert(status == thrd_success || status == thrd_timedout);
    mtx_unlock(&m);
    return 0;
}

int main(void)
{
    thrd_t thread;

    mtx_init(&m, mtx_plain);
    cnd_init(&cond);
    thrd_create(&thread, wait_once, NULL);
    mtx_lock(&m);
    assert(cnd_broadcast(&cond) == thrd_success);
    mtx_unlock(&m);
    thrd_join(thread, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* A sleep is no operation: however long, it orders nothing. */
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>
#include <time.h>

static atomic_int set;

static int work(void *creator)
{
    assert(!thrd_equal(thrd_current(), *(thrd_t *)creator));
    set = 1;
    return 0;
}

int main(void)
{
    const struct timespec hour = {.tv_sec = 3600};
    thrd_t self = thrd_current(), worker;
    int seen;

    thrd_create(&worker, work, &self);
    assert(!thrd_sleep(&hour, NULL));
    seen = set;
    thrd_join(worker, NULL);
    assert(seen == 0 || seen == 1);
    return 0;
}

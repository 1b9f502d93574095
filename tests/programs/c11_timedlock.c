/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 * message: in time
 */
/* The limit may pass before the other unlocks. */
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex;

static int run(void *unused)
{
    (void)unused;
    mtx_lock(&mutex);
    mtx_unlock(&mutex);
    return 0;
}

int main(void)
{
    struct timespec end;
    thrd_t thread;
    int status;

    mtx_init(&mutex, mtx_timed);
    timespec_get(&end, TIME_UTC);
    end.tv_sec += 3600;
    thrd_create(&thread, run, NULL);
    status = mtx_timedlock(&mutex, &end);
    assert(status == thrd_success || status == thrd_timedout);
    assert(status == thrd_success && "in time");
    mtx_unlock(&mutex);
    thrd_join(thread, NULL);
    return 0;
}

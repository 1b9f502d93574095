/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* The thread has ended, with all that it has done, or it has not. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static int done;

static void *work(void *unused)
{
    (void)unused;
    done = 1;
    return &done;
}

int main(void)
{
    pthread_t worker;
    void *result = NULL;
    int status;

    pthread_create(&worker, NULL, work, NULL);
    status = pthread_tryjoin_np(worker, &result);
    if (status) {
        assert(status == EBUSY && !result);
        assert(!pthread_join(worker, &result));
    }
    assert(result == &done && done);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* A handler that comes with deferred cancellation, and goes with it. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static bool cleaned;

static void clean(void *unused)
{
    (void)unused;
    cleaned = true;
}

static void *work(void *unused)
{
    pthread_cleanup_push_defer_np(clean, NULL);
    pthread_testcancel();
    pthread_cleanup_pop_restore_np(0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;

    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(cleaned == (result == PTHREAD_CANCELED));
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* A thread that ends acts upon no request any more: only the first cancellation
 * point is one. */
#include <assert.h>
#include <pthread.h>

static int handled;

static void handle(void *unused)
{
    (void)unused;
    pthread_testcancel();
    handled++;
}

static void *work(void *unused)
{
    pthread_cleanup_push(handle, NULL);
    pthread_testcancel();
    pthread_exit(NULL);
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    assert(handled == 1);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* As long as cancellation is disabled there are no cancellation points. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static bool passed;

static void *work(void *unused)
{
    int old;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    assert(old == PTHREAD_CANCEL_ENABLE);
    pthread_testcancel();
    passed = true;
    pthread_setcancelstate(old, &old);
    assert(old == PTHREAD_CANCEL_DISABLE);
    pthread_testcancel();
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    assert(passed);
    return 0;
}

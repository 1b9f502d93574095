/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A thread that cancels itself goes on to its next cancellation point. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static bool passed;

static void *work(void *unused)
{
    pthread_cancel(pthread_self());
    passed = true;
    pthread_testcancel();
    assert(!"reached");
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;

    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, &result);
    assert(passed && result == PTHREAD_CANCELED);
    return 0;
}

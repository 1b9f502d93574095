/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* A request is acted upon at the next cancellation point: it comes before that,
 * or after it. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static bool passed;

static void *work(void *unused)
{
    pthread_testcancel();
    passed = true;
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;

    pthread_create(&thread, NULL, work, NULL);
    assert(!pthread_cancel(thread));
    pthread_join(thread, &result);
    assert(passed == (result != PTHREAD_CANCELED));
    return 0;
}

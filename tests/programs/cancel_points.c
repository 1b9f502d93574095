/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* Three cancellation points: the request comes before one of them, or after
 * all. */
#include <assert.h>
#include <pthread.h>

static int passed;

static void *work(void *unused)
{
    for (int i = 0; i < 3; i++) {
        pthread_testcancel();
        passed++;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;

    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert((passed == 3) == (result != PTHREAD_CANCELED));
    return 0;
}

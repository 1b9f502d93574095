/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 6
 */
/* Two requests and one cancellation point: three operations on one object, two
 * of which are writes, in each order. */
#include <assert.h>
#include <pthread.h>

static pthread_t victim;

static void *work(void *unused)
{
    pthread_testcancel();
    return unused;
}

static void *cancel(void *unused)
{
    assert(!pthread_cancel(victim));
    return unused;
}

int main(void)
{
    pthread_t other;
    void *result;

    pthread_create(&victim, NULL, work, NULL);
    pthread_create(&other, NULL, cancel, NULL);
    assert(!pthread_cancel(victim));
    pthread_join(other, NULL);
    pthread_join(victim, &result);
    assert(result == NULL || result == PTHREAD_CANCELED);
    return 0;
}

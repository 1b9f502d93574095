/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* A thread that does nothing but sleep waits for the request. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static void *work(void *unused)
{
    for (;;)
        sleep(1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;

    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}

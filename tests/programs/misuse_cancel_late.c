/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: cancellation of a thread that is joined already
 */
/* One thread joins, another one cancels: it may come too late. */
#include <pthread.h>

static pthread_t worker;

static void *work(void *unused)
{
    return unused;
}

static void *cancel(void *unused)
{
    pthread_cancel(worker);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&worker, NULL, work, NULL);
    pthread_create(&thread, NULL, cancel, NULL);
    pthread_join(worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}

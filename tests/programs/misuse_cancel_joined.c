/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: cancellation of a thread that is joined already
 */
/* The thread is no more. */
#include <pthread.h>

static void *work(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    pthread_cancel(thread);
    return 0;
}

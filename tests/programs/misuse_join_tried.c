/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: joined
 */
/* A thread that was joined is none any more, if it was only tried, too. */
#define _GNU_SOURCE
#include <pthread.h>

static void *work(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t worker;

    pthread_create(&worker, NULL, work, NULL);
    if (!pthread_tryjoin_np(worker, NULL))
        return pthread_tryjoin_np(worker, NULL);
    return pthread_join(worker, NULL);
}
